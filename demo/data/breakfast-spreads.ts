import type { CategoryData } from './types.ts';

export const breakfastAndSpreads: CategoryData = {
  name: 'Breakfast & Spreads',
  hue: 65,
  foods: ['bowl-with-spoon', 'honey-pot', 'pancakes', 'flakes'],
  shelves: [
    {
      name: 'Flakes & Cereals',
      kind: 'staple',
      life: '9 months',
      made: 'Corn or wheat, sugar, malt extract, vitamins',
      brands: 'Millego, Crispora, Balvikas, Navdhaan, Kokoara',
      about: [
        'Stays crisp in milk long enough to find your other shoe.',
        'Toasted golden, with iron and B vitamins.',
        'The box that children empty first.',
      ],
      lines: [
        '{Classic@flakes, Honey@honey-pot, Almond Honey@almonds} Corn Flakes | box pouch | flakes | 300 g 129, 475 g 189',
        '{Choco Shells@choc-flakes, Choco Moons@choc-flakes, Fruit Rings@doughnut} | box pouch | choc-flakes | 375 g 179',
        '{Wheat, Ragi, Multigrain} Flakes | box | flakes | 400 g 169',
        'Bran Flakes | box pouch | flakes | 350 g 185',
      ],
    },
    {
      name: 'Oats',
      kind: 'staple',
      life: '12 months',
      made: 'Whole grain oats',
      brands: 'Millego, Balvikas, Navdhaan, Mittibagh',
      about: [
        'Three minutes on the stove, four hours of calm.',
        'Whole grain, rolled and steamed, nothing else.',
        'Sweet with banana or savoury with peas.',
      ],
      lines: [
        '{Rolled, Instant, Steel Cut} Oats | pouch jar box | oats | 400 g 92, 1 kg 199',
        '{Masala@curry-rice, Tomato@tomato, Vegetable@carrot} Oats | pouch sachet | curry-rice | 40 g 20, 400 g 165',
        '{Apple Cinnamon, Chocolate@chocolate-bar, Strawberry@strawberry} Oats | pouch box | red-apple | 300 g 175',
      ],
    },
    {
      name: 'Muesli & Granola',
      kind: 'staple',
      life: '9 months',
      made: 'Oats, fruit, nuts, seeds, honey',
      brands: 'Millego, Crispora, Kokoara, Mittibagh',
      about: [
        'More fruit and nut than anyone expects from a packet.',
        'Baked in clusters, sweetened with honey.',
        'With cold milk, warm milk or by the handful.',
      ],
      lines: [
        '{Fruit & Nut@almonds, Crunchy@muesli, Dark Chocolate@chocolate-bar, No Added Sugar@muesli} Muesli | pouch box jar | muesli | 400 g 289',
        '{Almond Honey@honey-pot, Berry@blueberries, Coconut@coconut, Peanut@peanuts} Granola | pouch jar box | muesli | 250 g 249, 400 g 379',
        '{Nut@almonds, Cranberry@cherries, Cocoa@chocolate-bar} Energy Bar | bar | almonds | 35 g 40, 6 x 35 g 220',
      ],
    },
    {
      name: 'Breakfast Mixes',
      kind: 'quick-meal',
      life: '9 months',
      made: 'Grain and lentil flours, salt, spices',
      brands: 'Tiffinoor, Bhojdabba, Fatafatt, Annavali',
      about: [
        'Add water, wait, cook: a south Indian breakfast without the grinding.',
        'For mornings that begin late.',
        'Fluffy every time, even the first.',
      ],
      lines: [
        '{Idli, Dosa, Rava Dosa, Upma, Khaman Dhokla} Mix | pouch box | batter | 200 g 58, 500 g 128',
        '{Instant Poha@poha, Instant Upma@batter, Instant Kesari@ghee} | cup box | poha | 80 g 45',
        '{Pancake, Waffle@waffle, Chocolate Pancake} Mix | box pouch | pancakes | 250 g 145',
        'Gulab Jamun Mix | box pouch | laddu | 200 g 95',
      ],
    },
    {
      name: 'Honey',
      kind: 'condiment',
      life: '18 months',
      made: 'Honey',
      brands: 'Shahadri, Mittibagh, Meghmeva, Neemrani',
      about: [
        'Gathered in the forest, filtered and nothing more.',
        'If it crystallises, stand the jar in warm water.',
        'In hot water with lemon, or on a paratha with ghee.',
      ],
      lines: [
        '{Wildflower, Multiflora, Forest, Acacia, Litchi, Ajwain} Honey | jar bottle | honey-pot | 250 g 135, 500 g 245',
        '{Ginger@ginger-root, Tulsi@herb} Honey | jar | honey-pot | 250 g 165',
        'Squeezy Honey | bottle | honeybee | 225 g 149',
      ],
    },
    {
      name: 'Jams & Fruit Spreads',
      kind: 'condiment',
      life: '12 months',
      made: 'Fruit, sugar, pectin',
      brands: 'Shahadri, Chutnivala, Lalmaatar, Diponaut',
      about: [
        'Cooked slowly in open pans, with pieces of fruit you can see.',
        'Bread, butter, this.',
        'A jar that is always sticky on the outside, for good reason.',
      ],
      lines: [
        '{Mixed Fruit@cherries, Mango@mango, Pineapple@pineapple, Strawberry@strawberry} Jam | jar bottle | cherries | 200 g 79, 500 g 165',
        '{Orange Marmalade@tangerine, Fig Spread@dates, Blueberry Spread@blueberries} | jar | tangerine | 250 g 189',
      ],
    },
    {
      name: 'Nut Butters & Chocolate Spreads',
      kind: 'condiment',
      life: '9 months',
      made: 'Roasted nuts or cocoa, sugar, oil',
      brands: 'Diponaut, Kokoara, Velvanta, Millego',
      about: [
        'Roasted dark, ground long, salted a little.',
        'A spoon is all the equipment you need.',
        'Stir if the oil has come to the top; that is how you know it is real.',
      ],
      lines: [
        '{Creamy, Crunchy, Unsweetened, Jaggery} Peanut Butter | jar tub | peanuts | 340 g 169, 1 kg 399',
        '{Hazelnut Cocoa, Milk Chocolate, Dark Chocolate} Spread | jar tub | chocolate-bar | 350 g 299',
        'Almond Butter | jar | almonds | 200 g 369',
      ],
    },
  ],
};
