import type { CategoryData } from './types.ts';

export const teaCoffeeAndHealthDrinks: CategoryData = {
  name: 'Tea, Coffee & Health Drinks',
  hue: 100,
  foods: ['hot-beverage', 'teapot', 'coffee-beans', 'tea-leaves'],
  shelves: [
    {
      name: 'Tea',
      kind: 'brew',
      life: '12 months',
      made: 'Black tea',
      brands: 'Chaiboli, Pahadipatti, Malnaadu, Masalika, Tejdana',
      about: [
        'Strong enough for ginger, milk and two rounds of gossip.',
        'Small leaf, quick colour.',
        'The reason the house wakes up.',
      ],
      lines: [
        '{Assam, Strong Leaf, Gold, Dust} Tea | box pouch jar | tea-leaves | 250 g 128, 500 g 249, 1 kg 479',
        '{Masala@garam, Elaichi@cardamom, Ginger@ginger-root, Tulsi Ginger@herb} Tea | box pouch | hot-beverage | 250 g 149',
        '{Masala, English Breakfast} Tea Bags | box | hot-beverage | 25 bags 110, 100 bags 249',
      ],
    },
    {
      name: 'Green & Herbal Tea',
      kind: 'brew',
      life: '18 months',
      made: 'Green tea or herbs',
      brands: 'Pahadipatti, Neemrani, Mittibagh, Chaiboli',
      about: [
        'Water just off the boil, two minutes, no milk.',
        'Light, grassy and clear.',
        'A pause in a paper string.',
      ],
      lines: [
        '{Classic@teacup-without-handle, Lemon Honey@lemon, Tulsi@herb, Mint@herb, Jasmine@blossom} Green Tea | box tin | teacup-without-handle | 25 bags 155, 100 g 215',
        '{Chamomile@sunflower, Hibiscus@hibiscus, Moringa@leafy-green} Infusion | box tin | hibiscus | 20 bags 199',
        'Kashmiri Kahwa | tin box | cinnamon | 100 g 279',
      ],
    },
    {
      name: 'Premium Leaf Tea',
      kind: 'brew',
      life: '24 months',
      made: 'Whole leaf tea',
      brands: 'Pahadipatti, Malnaadu, Shahadri, Chaiboli',
      about: [
        'Plucked by hand, two leaves and a bud.',
        'Brew it alone once, before you add anything.',
        'From a single garden at two thousand metres.',
      ],
      lines: [
        '{Darjeeling First Flush, Darjeeling Muscatel, Nilgiri Frost, Assam Orthodox} Tea | tin box jar | tea-leaves | 100 g 349, 250 g 799',
        '{White, Oolong, Silver Needle} Tea | tin jar | teapot | 50 g 549',
        'Earl Grey Tea | tin box | teapot | 100 g 325',
      ],
    },
    {
      name: 'Instant Coffee',
      kind: 'brew',
      life: '18 months',
      made: 'Coffee, chicory',
      brands: 'Kaapikaar, Malnaadu, Shahadri, Fatafatt',
      about: [
        'A spoon, hot milk, a decent morning.',
        'Granules that dissolve before you have sat down.',
        'Beat it with sugar for a proper froth.',
      ],
      lines: [
        '{Classic, Strong, Gold, Decaf} Instant Coffee | jar pouch sachet tin | coffee-powder | 50 g 165, 100 g 315, 200 g 589',
        '{Hazelnut@chestnut, Vanilla@soft-ice-cream, Caramel@custard} Instant Coffee | jar tin | coffee-powder | 60 g 279',
        '{Cappuccino, Latte, Mocha@chocolate-bar} Sachets | box | hot-beverage | 10 sachets 199',
      ],
    },
    {
      name: 'Filter & Ground Coffee',
      kind: 'brew',
      life: '6 months',
      made: 'Roasted coffee beans, chicory in blends',
      brands: 'Kaapikaar, Malnaadu, Shahadri, Tiffinoor',
      about: [
        'Roasted weekly, ground the day before it leaves.',
        'For the steel tumbler, the davara and the first paper of the day.',
        'Smell the valve on the packet. Go on.',
      ],
      lines: [
        '{Pure Filter, 80:20 Filter, Peaberry Filter, Degree Filter} Coffee Powder | pouch tin box | coffee-powder | 200 g 145, 500 g 349',
        '{Arabica, Monsoon Malabar, Dark Roast, Medium Roast} Coffee Beans | pouch tin | coffee-beans | 250 g 389',
        '{Vanilla, Mocha, Unsweetened} Cold Brew | bottle can carton | coffee-beans | 200 ml 99',
      ],
    },
    {
      name: 'Malt & Health Drinks',
      kind: 'brew',
      life: '12 months',
      made: 'Malted cereal, milk solids, sugar, vitamins',
      brands: 'Balvikas, Kokoara, Millego, Gauvana',
      about: [
        'The moustache it leaves is part of the recipe.',
        'Malted barley, milk and twenty-odd good things.',
        'Hot at night, cold after school.',
      ],
      lines: [
        '{Chocolate@chocolate-bar, Kesar Badam@almonds, Classic Malt@glass-of-milk, Elaichi@cardamom} Health Drink | jar pouch box | chocolate-bar | 200 g 135, 500 g 279, 1 kg 489',
        '{Badam@almonds, Turmeric@turmeric} Milk Mix | jar tin | almonds | 200 g 175',
        '{Drinking Chocolate, Hot Cocoa} | tin jar | chocolate-bar | 200 g 189',
      ],
    },
    {
      name: 'Protein & Nutrition',
      kind: 'brew',
      life: '18 months',
      made: 'Whey or plant protein, cocoa, vitamins',
      brands: 'Balvikas, Millego, Crispora, Neemrani',
      about: [
        'Twenty-four grams a scoop, no chalk.',
        'Shake with cold water or milk.',
        'For muscles that were asked a lot of.',
      ],
      lines: [
        '{Chocolate@chocolate-bar, Vanilla@soft-ice-cream, Mango@mango, Coffee@hot-beverage} Whey Protein | jar pouch | flexed-biceps | 500 g 999, 1 kg 1899',
        '{Chocolate@chocolate-bar, Unflavoured@pea-pod} Plant Protein | jar pouch | pea-pod | 500 g 899',
        '{Almond@almonds, Peanut@peanuts, Berry@blueberries, Choco Fudge@chocolate-bar} Protein Bar | bar | flexed-biceps | 60 g 90, 6 x 60 g 499',
      ],
    },
  ],
};
