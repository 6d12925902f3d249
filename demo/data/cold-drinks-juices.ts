import type { CategoryData } from './types.ts';

export const coldDrinksAndJuices: CategoryData = {
  name: 'Cold Drinks & Juices',
  hue: 200,
  foods: ['tropical-drink', 'beverage-box', 'tangerine', 'cup-with-straw'],
  shelves: [
    {
      name: 'Soft Drinks',
      kind: 'drink',
      life: '6 months',
      made: 'Carbonated water, sugar, permitted flavours',
      brands: 'Fizzando, Nimbolt, Thandaara, Frostigo',
      about: [
        'Sharp bubbles, serious cold.',
        'Open slowly; it has been waiting.',
        'With ice, with lime, with biryani.',
      ],
      lines: [
        '{Cola@cup-with-straw, Diet Cola@cup-with-straw, Orange@tangerine, Clear Lime@lime} Soft Drink | can bottle | cup-with-straw | 300 ml 40, 750 ml 45, 2 L 95',
        '{Jeera Masala@cumin, Ginger Ale@ginger-root, Apple Fizz@red-apple} Soda | can bottle | cumin | 250 ml 25',
      ],
    },
    {
      name: 'Fruit Juices',
      kind: 'drink',
      life: '6 months',
      made: 'Fruit juice or pulp, water, sugar',
      brands: 'Rasbagiya, Thandaara, Shahadri, Jaljeevi, Gudgudi',
      about: [
        'Tastes of the fruit on the pack, which is rarer than it sounds.',
        'Chilled, it is the whole of breakfast.',
        'No preservatives added.',
      ],
      lines: [
        '{Mixed Fruit@cherries, Orange@tangerine, Mango@mango, Guava@guava, Apple@red-apple} Juice | carton bottle | tangerine | 180 ml 20, 1 L 115',
        '{Pomegranate@pomegranate, Litchi@peach, Pineapple@pineapple, Cranberry@cherries} Juice | carton bottle | pomegranate | 1 L 130',
        'Aam Panna | carton bottle | raw-mango | 200 ml 25',
      ],
    },
    {
      name: 'Cold Pressed Juices',
      kind: 'chilled',
      life: '7 days in the fridge',
      made: 'Cold pressed fruit and vegetables',
      brands: 'Rasbagiya, Mittibagh, Jaljeevi, Sheetkhet',
      about: [
        'Pressed cold, bottled cold, delivered cold.',
        'Half a kilo of fruit in a bottle.',
        'Shake gently; it separates because it is real.',
      ],
      lines: [
        '{Orange@tangerine, Valencia@tangerine, Pomegranate@pomegranate, Watermelon@watermelon, Sugarcane@sheaf-of-rice} Cold Pressed Juice | bottle | tangerine | 200 ml 69, 750 ml 229',
        '{Apple Beet Carrot@beetroot, Green Cleanse@cucumber, Carrot Ginger@carrot} Cold Pressed Juice | bottle | carrot | 250 ml 95',
      ],
    },
    {
      name: 'Water & Soda',
      kind: 'drink',
      life: '6 months',
      made: 'Packaged drinking water',
      brands: 'Jaljeevi, Himdoodh, Nimbolt, Thandaara',
      about: [
        'Purified in nine steps, tasting of nothing at all.',
        'From the foot of the hills.',
        'One for the car, one for the desk.',
      ],
      lines: [
        '{Packaged Drinking, Mineral, Alkaline} Water | bottle | droplet | 500 ml 10, 1 L 20, 5 L 70',
        '{Club, Lime@lime, Tonic@lime} Soda | bottle can | bubbles | 300 ml 35, 750 ml 25',
        '{Himalayan, Vitamin@lemon} Water | bottle | snow-capped-mountain | 750 ml 60',
      ],
    },
    {
      name: 'Coconut Water',
      kind: 'drink',
      life: '6 months',
      made: 'Tender coconut water',
      brands: 'Rasbagiya, Jaljeevi, Thandaara, Mittibagh',
      about: [
        'All the coconut, none of the climbing.',
        'Light, faintly sweet, good after the gym.',
        'Not from concentrate.',
      ],
      lines: [
        '{Tender, Organic Tender, Chilled} Coconut Water | carton bottle can | coconut | 200 ml 50, 1 L 189',
        '{Mango@mango, Pineapple@pineapple, Lemon@lemon} Coconut Water | carton can bottle | coconut | 200 ml 55',
        'Tender Coconut | loose | coconut | 1 pc 65',
      ],
    },
    {
      name: 'Energy & Sports Drinks',
      kind: 'drink',
      life: '9 months',
      made: 'Water, sugar, salts, caffeine or electrolytes',
      brands: 'Fizzando, Nimbolt, Jaljeevi, Freshoora',
      about: [
        'For the last two kilometres.',
        'Salts back in, thirst out.',
        'Not for children or for bedtime.',
      ],
      lines: [
        '{Original, Sugar Free, Berry@blueberries, Watermelon@watermelon} Energy Drink | can | high-voltage | 250 ml 99, 4 x 250 ml 375',
        '{Orange@tangerine, Lemon@lemon, Blue@droplet} Sports Drink | bottle carton | high-voltage | 500 ml 50',
        '{Orange@tangerine, Lemon@lemon} Glucose Powder | box pouch jar | lemon | 200 g 58',
        'ORS Drink | carton | high-voltage | 200 ml 35',
      ],
    },
    {
      name: 'Sharbats & Squashes',
      kind: 'drink',
      life: '12 months',
      made: 'Sugar, fruit juice, permitted flavours',
      brands: 'Thandaara, Rasbagiya, Shahadri, Mithaasya',
      about: [
        'One part of this, five parts of cold water.',
        'The guest has rung the bell; a glass is already ready.',
        'The colour of every summer holiday.',
      ],
      lines: [
        '{Rose@rose, Khus@herb, Kesar Badam@almonds, Thandai@almonds} Sharbat | bottle | rose | 750 ml 165',
        '{Orange@tangerine, Mango@mango, Litchi@peach, Lemon Barley@lemon} Squash | bottle | tangerine | 750 ml 149',
        '{Lemon@lemon, Orange@tangerine, Mango@mango, Jaljeera@herb, Masala Nimbu@lime} Instant Drink Mix | sachet pouch jar | lemon | 100 g 25, 500 g 149',
        'Kokum Syrup | bottle | cherries | 700 ml 175',
      ],
    },
  ],
};
