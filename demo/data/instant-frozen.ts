import type { CategoryData } from './types.ts';

export const instantAndFrozenFood: CategoryData = {
  name: 'Instant & Frozen Food',
  hue: 255,
  foods: ['steaming-bowl', 'spaghetti', 'samosa', 'french-fries'],
  shelves: [
    {
      name: 'Instant Noodles',
      kind: 'quick-meal',
      life: '8 months',
      made: 'Wheat flour, palm oil, salt, spices',
      brands: 'Noodlu, Fatafatt, Bhojdabba, Millego',
      about: [
        'Two minutes, or three if you like it soft.',
        'Curly, saucy and better from the pan.',
        'Add peas, an egg, a handful of cheese: it takes everything.',
      ],
      lines: [
        '{Masala, Chicken@poultry-leg, Veg Atta@sheaf-of-rice, Curry@curry-rice} Instant Noodles | pillow | steaming-bowl | 70 g 14, 4 x 70 g 54, 12 x 70 g 158',
        '{Schezwan@hot-pepper, Manchurian@steaming-bowl, Hot & Sour@hot-pepper} Cup Noodles | cup | steaming-bowl | 70 g 50',
        '{Hakka, Ragi, Rice} Noodles | pillow box | steaming-bowl | 150 g 45',
      ],
    },
    {
      name: 'Pasta & Vermicelli',
      kind: 'quick-meal',
      life: '18 months',
      made: 'Durum wheat semolina',
      brands: 'Noodlu, Annavali, Crispora, Millego',
      about: [
        'Holds its bite and its sauce.',
        'Plenty of water, plenty of salt, one minute less than you think.',
        'Made of durum wheat and nothing more.',
      ],
      lines: [
        '{Penne, Fusilli, Macaroni, Spaghetti@spaghetti, Farfalle} Pasta | pillow box | pasta | 400 g 85, 1 kg 189',
        '{Roasted, Plain, Ragi} Vermicelli | pouch box | vermicelli | 400 g 48',
        '{Cheesy Tomato@tomato, Creamy Mushroom@brown-mushroom} Instant Pasta | pillow cup | pasta | 65 g 30',
      ],
    },
    {
      name: 'Soups',
      kind: 'quick-meal',
      life: '12 months',
      made: 'Dried vegetables, corn starch, salt, spices',
      brands: 'Bhojdabba, Fatafatt, Lalmaatar, Noodlu',
      about: [
        'A bowl of warm on a wet evening.',
        'Whisk into cold water first, then heat.',
        'Four bowls from a packet the size of a letter.',
      ],
      lines: [
        '{Tomato@tomato, Sweet Corn@ear-of-corn, Hot & Sour@hot-pepper, Manchow@steaming-bowl, Mixed Veg@carrot, Mushroom@brown-mushroom} Soup | sachet box | pot-of-food | 45 g 55',
        '{Tomato@tomato, Manchow@pot-of-food, Lemon Coriander@herb} Cup Soup | sachet cup | tomato | 12 g 10, 4 x 12 g 38',
      ],
    },
    {
      name: 'Ready to Eat Meals',
      kind: 'quick-meal',
      life: '12 months',
      made: 'Cooked meal, sealed hot',
      brands: 'Bhojdabba, Tiffinoor, Fatafatt, Annavali',
      about: [
        'Tear, heat, plate: nobody has to know.',
        'Sealed hot, so it keeps without preservatives.',
        'Travels well, in a suitcase or a hostel trunk.',
      ],
      lines: [
        '{Dal Makhani@pot-of-food, Rajma Masala@rajma, Paneer Makhani@paneer, Pav Bhaji@pot-of-food, Palak Paneer@leafy-green} | box pouch | pot-of-food | 285 g 115',
        '{Veg Biryani@basmati, Jeera Rice@rice, Khichdi@curry-rice, Curd Rice@cooked-rice, Lemon Rice@lemon} Meal | box cup | curry-rice | 250 g 105',
        '{Sambar Rice, Bisi Bele Bath} | box cup | curry-rice | 275 g 98',
      ],
    },
    {
      name: 'Frozen Snacks',
      kind: 'frozen',
      life: '9 months at −18 °C',
      made: 'Potato, vegetables, flour, spices',
      brands: 'Sheetkhet, Frostigo, Bhojdabba, Fatafatt',
      about: [
        'From freezer to fryer without thawing.',
        'For guests who said they would not stay.',
        'Golden in six minutes, or twelve in the air fryer.',
      ],
      lines: [
        '{French Fries@french-fries, Potato Wedges@french-fries, Smiley Potatoes@potato, Hash Browns@potato} | pillow pouch | french-fries | 420 g 119, 1 kg 239',
        '{Veg Nuggets@falafel, Cheese Corn Balls@falafel, Aloo Tikki@falafel, Veg Burger Patty@hamburger} | box pillow | falafel | 400 g 165',
        '{Punjabi Samosa@samosa, Spring Rolls@burrito, Veg Momos@dumpling, Paneer Momos@dumpling} | box tray | samosa | 300 g 155',
      ],
    },
    {
      name: 'Frozen Vegetables & Fruit',
      kind: 'frozen',
      life: '18 months at −18 °C',
      made: 'Blanched vegetables or fruit',
      brands: 'Sheetkhet, Frostigo, Mittibagh, Khetraj',
      about: [
        'Frozen within hours, which is fresher than it sounds.',
        'No peeling, no seeds, no waste.',
        'Straight into the pan.',
      ],
      lines: [
        '{Green Peas@pea-pod, Sweet Corn@ear-of-corn, Mixed Vegetables@carrot, Broccoli Florets@broccoli, Cut Beans@french-beans} | pillow pouch | pea-pod | 500 g 95, 1 kg 179',
        '{Mixed Berries@blueberries, Strawberries@strawberry, Mango Chunks@mango} | pillow pouch | blueberries | 300 g 219',
      ],
    },
    {
      name: 'Frozen Breads & Parathas',
      kind: 'frozen',
      life: '9 months at −18 °C',
      made: 'Wheat flour, filling, oil',
      brands: 'Sheetkhet, Tiffinoor, Bhojdabba, Khastaar',
      about: [
        'Tawa, two minutes a side, butter.',
        'Layers that flake the way the hotel does it.',
        'For the tiffin that was forgotten till 7.40.',
      ],
      lines: [
        '{Malabar@flatbread, Aloo@potato, Paneer@paneer, Gobi@cauliflower, Lachha@flatbread} Paratha | pouch pillow | flatbread | 400 g 125, 800 g 229',
        '{Garlic@garlic, Butter@butter} Naan | pouch | flatbread | 4 pcs 110',
        '{Cheese@pizza, Veggie@pizza} Frozen Pizza | box | pizza | 250 g 199',
      ],
    },
  ],
};
