import type { CategoryData } from './types.ts';

export const homeKitchenAndPuja: CategoryData = {
  name: 'Home, Kitchen & Puja',
  hue: 165,
  foods: ['diya-lamp', 'light-bulb', 'cooking', 'pencil'],
  shelves: [
    {
      name: 'Puja Needs',
      kind: 'puja',
      life: '2 years',
      made: 'Natural resins, camphor, cotton, wax',
      brands: 'Poojadeep, Mithaasya, Zaikavan, Neemrani',
      about: [
        'For the lamp at dusk and the big days.',
        'Burns clean, with little smoke.',
        'Quiet smell of temples at six in the morning.',
      ],
      lines: [
        '{Sandal@sandal, Mogra@blossom, Rose@rose, Loban@fire, Kewda@lotus} Agarbatti | box canister pouch | diya-lamp | 100 g 65, 250 g 139',
        '{Camphor@ice, Cotton Wicks@candle, Puja Oil@oil, Kumkum@chilli-powder, Roli Chawal@turmeric} | box jar bottle | candle | 1 pack 55',
        '{Dhoop Sticks, Dhoop Cones, Havan Samagri} | box pouch | fire | 1 pack 79',
        '{Clay Diya, Brass Diya, Tea Light Candles@candle} | box tray | diya-lamp | 1 set 129',
      ],
    },
    {
      name: 'Foil, Wraps & Bags',
      kind: 'home',
      life: 'Keeps',
      made: 'Aluminium, food-grade film or paper',
      brands: 'Rasoiyan, Gharwar, Kaagazee, Bartanjee',
      about: [
        'Keeps the parathas warm till the recess bell.',
        'Tears where you want it, not where it wants.',
        'Food-safe on both sides.',
      ],
      lines: [
        '{Aluminium Foil@foil, Cling Film@roll-of-paper, Butter Paper@roll-of-paper} | roll box | foil | 9 m 85, 18 m 155, 72 m 399',
        '{Zip Lock Bags@sandwich, Freezer Bags@ice, Sandwich Paper@sandwich} | box pouch | sandwich | 30 pcs 119',
        'Foil Containers | pouch box | takeout-box | 25 pcs 165',
      ],
    },
    {
      name: 'Kitchen Tools',
      kind: 'home',
      life: '1 year against faults',
      made: 'Stainless steel, wood or silicone',
      brands: 'Rasoiyan, Gharwar, Roshnoor',
      about: [
        'Feels right in the hand, cleans in a rinse.',
        'Steel that does not bend at the first coconut.',
        'The tool you look for first.',
      ],
      lines: [
        '{Chef Knife@kitchen-knife, Peeler@carrot, Kitchen Scissors@scissors, Grater@cheese-wedge} | box pouch | kitchen-knife | 1 pc 149',
        '{Ladle@spoon, Spatula@cooking, Masher@potato, Chimta@fork-and-knife, Rolling Pin@flatbread} | box pouch | spoon | 1 pc 119',
        '{Gas Lighter@fire, Tea Strainer@hot-beverage, Lemon Squeezer@lemon, Chopping Board@carrot} | box pouch | fire | 1 pc 129, 2 pcs 239',
      ],
    },
    {
      name: 'Storage & Bottles',
      kind: 'home',
      life: '1 year against faults',
      made: 'Food-grade plastic, steel or glass',
      brands: 'Rasoiyan, Gharwar, Jaljeevi, Roshnoor',
      about: [
        'Stacks neatly and closes with a click.',
        'Microwave, fridge, tiffin: it gets around.',
        'Dishwasher safe, drop tested.',
      ],
      lines: [
        '{Steel Bottle 750 ml, Steel Bottle 1 L, Kids Bottle, Copper Bottle} | box | flask | 1 pc 449',
        '{Lunch Box 2 Tier, Lunch Box 3 Tier, Kids Lunch Box} | box | bento-box | 1 pc 399',
        '{Airtight Jar 1 L@jar, Airtight Jar 2 L@jar, Masala Dabba@garam, Oil Dispenser@oil} | box | jar | 1 pc 229, 3 pcs 589',
      ],
    },
    {
      name: 'Batteries & Lighting',
      kind: 'home',
      life: '1 year against faults',
      made: 'Alkaline cells or LED',
      brands: 'Roshnoor, Gharwar, Safaarish, Nimbolt',
      about: [
        'For the remote, the clock and the toy that must not stop.',
        'Bright at once, cool for years.',
        'Keep a pair in the drawer; you know which drawer.',
      ],
      lines: [
        '{AA, AAA, C} Battery | box pouch | battery | 2 pcs 40, 10 pcs 179',
        '{9 W, 12 W, 15 W} LED Bulb | box | light-bulb | 1 pc 109, 4 pcs 389',
        '{LED Torch@flashlight, Emergency Lamp@light-bulb, Night Lamp@crescent-moon, Extension Board@electric-plug} | box | flashlight | 1 pc 299',
        'Button Cell | pouch | battery | 5 pcs 65',
      ],
    },
    {
      name: 'Stationery',
      kind: 'home',
      life: 'Keeps',
      made: 'Paper, wood, ink',
      brands: 'Kaagazee, Gharwar, Chhotukin, Gudgudi',
      about: [
        'The night before the project is due.',
        'Smooth paper, honest ruling.',
        'Writes on the first stroke.',
      ],
      lines: [
        '{Single Line, Four Line, Unruled, Graph} Notebook | pouch box | notebook-with-decorative-cover | 1 pc 55, 6 pcs 299',
        '{Blue Ball Pens@pen, Gel Pens@pen, Pencils@pencil, Sketch Pens@crayon} | box pouch | pen | 5 pcs 50, 10 pcs 95',
        '{Glue Stick@lotion-bottle, Geometry Box@triangular-ruler, Sticky Notes@memo, Clear Tape@roll-of-paper, Scissors@scissors} | box pouch | triangular-ruler | 1 pc 65',
      ],
    },
    {
      name: 'Party & Festive',
      kind: 'home',
      life: 'Keeps',
      made: 'Paper, latex, foil',
      brands: 'Gudgudi, Poojadeep, Kaagazee, Chhotukin',
      about: [
        'Somebody is turning something today.',
        'Up in five minutes, talked about all evening.',
        'Bright, cheerful and easy to clear away.',
      ],
      lines: [
        '{Metallic, Pastel, Multicolour} Balloons | pouch box | balloon | 25 pcs 99, 50 pcs 179',
        '{Birthday Candles@birthday-cake, Party Poppers@party-popper, Birthday Banner@confetti-ball, Party Hats@party-popper} | box pouch | party-popper | 1 pack 89',
        '{Gift Wrap@wrapped-gift, Rangoli Colours@artist-palette, Herbal Gulal@rainbow, Kite Set@kite, Paper Lantern@red-paper-lantern} | pouch canister box | wrapped-gift | 1 pack 119',
      ],
    },
  ],
};
