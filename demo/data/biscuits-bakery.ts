import type { CategoryData } from './types.ts';

export const biscuitsAndBakery: CategoryData = {
  name: 'Biscuits & Bakery',
  hue: 50,
  foods: ['cookie', 'croissant', 'shortcake', 'biscuit'],
  shelves: [
    {
      name: 'Cookies',
      kind: 'snack',
      life: '6 months',
      made: 'Wheat flour, butter, sugar',
      brands: 'Ovenji, Bakebaari, Khastaar, Kokoara, Millego',
      about: [
        'Short, buttery and slightly cracked on top.',
        'Baked till the edges turn brown and not a minute longer.',
        'One for the tea, one for the walk to the tea.',
      ],
      lines: [
        '{Butter@biscuit, Cashew@cashews, Jeera@biscuit, Coconut@coconut} Cookies | box tray pillow | biscuit | 75 g 25, 200 g 60',
        '{Choco Chip@cookie, Double Choco@cookie, Oatmeal@oats, Ajwain@biscuit} Cookies | box pillow | cookie | 100 g 45',
        '{Nankhatai, Osmania Biscuit} | box tub | biscuit | 200 g 95',
      ],
    },
    {
      name: 'Cream Biscuits',
      kind: 'snack',
      life: '6 months',
      made: 'Wheat flour, sugar, palm oil, cocoa',
      brands: 'Gudgudi, Chokumi, Khastaar, Kokoara',
      about: [
        'Twist, lick, dunk, in whichever order you hold sacred.',
        'A generous layer in the middle, which is the point.',
        'The lunch box trade runs on these.',
      ],
      lines: [
        '{Chocolate, Vanilla, Orange@tangerine, Strawberry@strawberry, Elaichi, Pineapple@pineapple} Cream Biscuits | pillow box | cream-biscuit | 60 g 10, 150 g 35',
        '{Chocolate, Strawberry@strawberry, Vanilla} Wafers | pillow box | cream-biscuit | 75 g 30',
      ],
    },
    {
      name: 'Glucose & Marie',
      kind: 'snack',
      life: '6 months',
      made: 'Wheat flour, sugar, milk solids',
      brands: 'Khastaar, Ovenji, Balvikas, Gudgudi',
      about: [
        'Built for dipping: three seconds, no more.',
        'Plain, light and never out of fashion.',
        'The first biscuit most of us remember.',
      ],
      lines: [
        '{Glucose@biscuit, Marie@marie, Milk@glass-of-milk, Arrowroot@marie} Biscuits | pillow box | marie | 70 g 10, 250 g 40, 800 g 110',
        '{High Fibre Marie, Oats Marie, Digestive, Ragi Digestive} Biscuits | pillow box | marie | 100 g 25, 250 g 58',
      ],
    },
    {
      name: 'Crackers & Savoury',
      kind: 'snack',
      life: '6 months',
      made: 'Wheat flour, edible oil, salt, spices',
      brands: 'Khastaar, Ovenji, Bhujiyana, Crispora',
      about: [
        'Salty, flaky and good under cheese.',
        'A clean snap and a little spice.',
        'Savoury company for sweet tea.',
      ],
      lines: [
        '{Salted, Jeera, Methi@herb, Pepper@pepper, Cheese@cheese-wedge, Masala@hot-pepper} Crackers | pillow box | cracker | 75 g 15, 200 g 45',
        '{Mathri, Methi Mathri, Namak Para} | pouch tub | cracker | 200 g 72',
        '{Salted, Garlic@garlic} Breadsticks | box canister | baguette-bread | 100 g 79',
      ],
    },
    {
      name: 'Rusk & Toast',
      kind: 'snack',
      life: '5 months',
      made: 'Wheat flour, sugar, yeast, ghee',
      brands: 'Khastaar, Ovenji, Bakebaari, Tiffinoor',
      about: [
        'Baked twice, for twice the crunch.',
        'Needs chai the way a kite needs wind.',
        'Light cardamom, golden edges.',
      ],
      lines: [
        '{Milk, Elaichi, Suji, Whole Wheat, Multigrain, Cake} Rusk | pillow box | rusk | 200 g 42, 400 g 78',
        '{Khari, Jeera Khari, Butter Toast} | pouch box | rusk | 200 g 64',
      ],
    },
    {
      name: 'Cakes & Muffins',
      kind: 'bakery',
      life: '45 days',
      made: 'Wheat flour, sugar, egg or milk, butter',
      brands: 'Bakebaari, Ovenji, Gudgudi, Velvanta',
      about: [
        'Soft crumb, honest slice.',
        'A small celebration for no reason.',
        'Keep closed; it stays moist for days.',
      ],
      lines: [
        '{Vanilla@cupcake, Chocolate@cupcake, Fruit@cherries, Orange@tangerine} Slice Cake | pillow box | shortcake | 60 g 15, 250 g 65',
        '{Choco Chip, Blueberry@blueberries, Banana Walnut@banana} Muffins | tray box | cupcake | 2 pcs 60',
        '{Chocolate Swiss Roll@chocolate-bar, Plum Cake@birthday-cake, Brownie@chocolate-bar, Red Velvet Cake@shortcake} | box tray | shortcake | 200 g 129',
      ],
    },
    {
      name: 'Croissants & Pastry',
      kind: 'bakery',
      life: '3 days',
      made: 'Wheat flour, butter, sugar, yeast',
      brands: 'Bakebaari, Ovenji, Velvanta, Tiffinoor',
      about: [
        'Layers that leave evidence on your shirt.',
        'Baked this morning; warm for two minutes before eating.',
        'Butter does most of the work here.',
      ],
      lines: [
        '{Butter, Chocolate@chocolate-bar, Almond@almonds} Croissant | paper-bag tray box | croissant | 1 pc 75, 2 pcs 140',
        '{Glazed, Chocolate, Strawberry} Doughnut | box tray | doughnut | 1 pc 69, 4 pcs 249',
        '{Paneer Puff@samosa, Veg Puff@samosa, Cream Roll@croissant} | paper-bag tray | samosa | 2 pcs 70',
        '{Apple, Pineapple} Pie | box tray | pie | 1 pc 85',
        'Cinnamon Bagel | paper-bag tray | bagel | 2 pcs 110',
      ],
    },
  ],
};
