import type { CategoryData } from './types.ts';

export const saucesPicklesAndChutneys: CategoryData = {
  name: 'Sauces, Pickles & Chutneys',
  hue: 18,
  foods: ['canned-food', 'tomato', 'pickle', 'jar'],
  shelves: [
    {
      name: 'Ketchup & Chilli Sauce',
      kind: 'condiment',
      life: '12 months',
      made: 'Tomato paste or chilli, sugar, salt, acidity regulator',
      brands: 'Lalmaatar, Chutnivala, Diponaut, Fatafatt',
      about: [
        'Thick, red and right on samosas.',
        'More tomato than sugar, as it says on the back.',
        'Tap the 57th part of the neck, wherever that is.',
      ],
      lines: [
        '{Classic@tomato, No Onion No Garlic@tomato, Hot & Sweet@hot-pepper, Jain@tomato} Tomato Ketchup | bottle pouch | tomato | 200 g 48, 500 g 99, 950 g 155',
        '{Red Chilli@hot-pepper, Green Chilli@green-chilli, Sriracha@hot-pepper, Peri Peri@hot-pepper} Sauce | bottle | hot-pepper | 200 g 68',
      ],
    },
    {
      name: 'Pickles',
      kind: 'condiment',
      life: '18 months',
      made: 'Fruit or vegetables, mustard oil, salt, spices',
      brands: 'Achaarika, Chutnivala, Masalika, Mittibagh, Bhujiyana',
      about: [
        'Matured in the sun in a row of white jars.',
        'A corner of the plate that decides the meal.',
        'Dry spoon only, please.',
      ],
      lines: [
        '{Mango@raw-mango, Lime@lime, Mixed@pickle, Green Chilli@green-chilli, Garlic@garlic, Red Chilli@hot-pepper} Pickle | jar pouch | pickle | 200 g 72, 400 g 125',
        '{Gongura@leafy-green, Avakaya@raw-mango, Chhunda@raw-mango} Pickle | jar | pickle | 300 g 145',
      ],
    },
    {
      name: 'Chutneys & Relishes',
      kind: 'condiment',
      life: '6 months',
      made: 'Herbs or fruit, salt, spices',
      brands: 'Chutnivala, Achaarika, Lalmaatar, Tiffinoor',
      about: [
        'Green, brown or red: the rest is fried dough.',
        'Saves a blender and a bunch of coriander.',
        'On chaat, in wraps, with idlis.',
      ],
      lines: [
        '{Mint Coriander@herb, Tamarind Date@tamarind, Tomato Garlic@tomato, Coconut@coconut, Mango@mango} Chutney | bottle jar pouch | herb | 200 g 85',
        '{Peanut@peanuts, Garlic@garlic, Gunpowder@chilli-powder, Curry Leaf@herb} Dry Chutney | pouch jar | peanuts | 100 g 69, 200 g 128',
      ],
    },
    {
      name: 'Mayonnaise & Dips',
      kind: 'condiment',
      life: '6 months',
      made: 'Oil, milk solids, vinegar, salt',
      brands: 'Diponaut, Lalmaatar, Crispora, Malaigaon',
      about: [
        'Spreads, dips and forgives dry sandwiches.',
        'Eggless and creamy.',
        'The reason nachos were invented.',
      ],
      lines: [
        '{Classic, Tandoori@hot-pepper, Mint@herb, Garlic@garlic, Cheese@cheese-wedge} Mayonnaise | jar pouch bottle | curd | 250 g 99, 800 g 249',
        '{Cheese@cheese-wedge, Salsa@tomato, Jalapeno@green-chilli, Hummus@kabuli} Dip | tub jar cup | cheese-wedge | 100 g 95',
        '{Thousand Island@tomato, Caesar@leafy-green} Dressing | bottle | green-salad | 250 g 139',
      ],
    },
    {
      name: 'Asian & Cooking Sauces',
      kind: 'condiment',
      life: '18 months',
      made: 'Soya, wheat, vinegar, salt, spices',
      brands: 'Noodlu, Lalmaatar, Fatafatt, Diponaut',
      about: [
        'High flame, wide pan, one splash.',
        'Street-stall taste without the queue.',
        'Three bottles make a Chinese kitchen, Indian style.',
      ],
      lines: [
        '{Dark Soy@black-urad, Light Soy@black-urad, Schezwan@hot-pepper, Manchurian@pot-of-food} Sauce | bottle jar | steaming-bowl | 200 g 62, 500 g 118',
        '{Schezwan@hot-pepper, Pad Thai@spaghetti} Stir Fry Chutney | jar pouch | hot-pepper | 250 g 89',
        '{Pizza@pizza, Pasta@spaghetti, Arrabbiata@tomato, Alfredo@curd} Sauce | jar pouch | tomato | 325 g 125',
      ],
    },
    {
      name: 'Vinegar & Seasoning',
      kind: 'condiment',
      life: '24 months',
      made: 'Vinegar or herbs and spices',
      brands: 'Diponaut, Shahadri, Tejdana, Crispora',
      about: [
        'A few drops wake everything up.',
        'Sprinkle last, taste first.',
        'For salads, pizzas and pickling on Sundays.',
      ],
      lines: [
        '{White@lemon, Apple Cider@red-apple, Balsamic@grapes, Rice@rice} Vinegar | bottle | red-apple | 200 ml 58, 500 ml 189',
        '{Oregano@herb, Chilli Flakes@hot-pepper, Mixed Herbs@herb, Peri Peri@hot-pepper, Piri Garlic@garlic} Seasoning | jar box sachet | herb | 30 g 69',
        'Mustard Sauce | bottle | mustard | 250 g 89',
      ],
    },
  ],
};
