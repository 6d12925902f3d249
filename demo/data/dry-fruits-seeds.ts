import type { CategoryData } from './types.ts';

export const dryFruitsAndSeeds: CategoryData = {
  name: 'Dry Fruits & Seeds',
  hue: 40,
  foods: ['almonds', 'cashews', 'peanuts', 'chestnut'],
  shelves: [
    {
      name: 'Almonds & Cashews',
      kind: 'staple',
      life: '9 months',
      made: 'Whole nuts',
      brands: 'Meghmeva, Badamiya, Girikaju, Mittibagh, Annavali',
      about: [
        'Big, even and crisp, packed under nitrogen.',
        'Six soaked overnight, they say, and you remember everything.',
        'Good in the hand, better in a korma.',
      ],
      lines: [
        '{California Almonds, Mamra Almonds, Gurbandi Almonds} | pouch jar | almonds | 200 g 229, 500 g 549',
        '{Whole Cashews W320, Whole Cashews W240, Broken Cashews} | pouch jar | cashews | 200 g 239, 500 g 565',
        '{Roasted Salted, Pepper} Cashews | tin jar pouch | cashews | 200 g 279',
        '{Salted, Honey} Roasted Almonds | tin jar pouch | almonds | 200 g 289',
      ],
    },
    {
      name: 'Raisins, Dates & Figs',
      kind: 'staple',
      life: '9 months',
      made: 'Dried fruit',
      brands: 'Meghmeva, Badamiya, Girikaju, Mittibagh',
      about: [
        'Sun-dried and soft, with nothing added.',
        'Sweetness for people who say they do not eat sweets.',
        'Chop into porridge, kheer or a box of trail mix.',
      ],
      lines: [
        '{Green Raisins, Golden Raisins, Black Raisins, Munakka} | pouch jar | raisins | 250 g 139, 500 g 265',
        '{Kimia Dates, Medjool Dates, Seedless Dates, Ajwa Dates} | box tub pouch | dates | 400 g 249',
        '{Dried Figs@dates, Dried Apricots@apricots, Prunes@dates, Dried Cranberries@cherries} | pouch jar | dates | 200 g 245',
      ],
    },
    {
      name: 'Walnuts & Pistachios',
      kind: 'staple',
      life: '6 months',
      made: 'Whole nuts',
      brands: 'Meghmeva, Badamiya, Girikaju, Mittibagh',
      about: [
        'New crop, light in colour, never bitter.',
        'Cracked by hand in the valley it grew in.',
        'Keep cold once opened.',
      ],
      lines: [
        '{Walnut Kernels, Walnuts in Shell, Kashmiri Walnut Halves} | pouch jar box | walnuts | 200 g 299, 500 g 699',
        '{Roasted Salted Pistachios, Plain Pistachio Kernels, Lime Pistachios} | pouch jar tin | pistachios | 200 g 349, 500 g 829',
        '{Hazelnuts, Macadamia, Pecans, Brazil Nuts} | jar pouch | chestnut | 150 g 399',
      ],
    },
    {
      name: 'Seeds',
      kind: 'staple',
      life: '9 months',
      made: 'Raw or roasted seeds',
      brands: 'Meghmeva, Millego, Girikaju, Mittibagh',
      about: [
        'A spoon on curd, salad or toast.',
        'Small, plain and quietly good for you.',
        'Roasted lightly for a nuttier crunch.',
      ],
      lines: [
        '{Chia Seeds@chia, Flax Seeds@flax, Basil Seeds@chia, Sesame Seeds@sesame} | pouch jar | chia | 150 g 89, 250 g 139',
        '{Pumpkin Seeds@pumpkin-seeds, Sunflower Seeds@sunflower-seeds, Watermelon Seeds@sunflower-seeds} | pouch jar | pumpkin-seeds | 200 g 169',
        '{Super Seeds, Breakfast Seeds} Mix | jar pouch | mixed-seeds | 200 g 199',
      ],
    },
    {
      name: 'Peanuts & Makhana',
      alsoIn: ['Chips & Namkeen'],
      kind: 'snack',
      life: '6 months',
      made: 'Peanuts or lotus seeds, oil, salt, spices',
      brands: 'Meghmeva, Bhujiyana, Karkuru, Chatakdum, Millego',
      about: [
        'Roasted, never fried.',
        'Light as a cloud and gone as fast.',
        'For the cricket, the train, or four in the afternoon.',
      ],
      lines: [
        '{Plain, Himalayan Salt, Peri Peri@hot-pepper, Cheese@cheese-wedge, Pudina@herb} Makhana | pouch jar | makhana | 80 g 119',
        '{Salted, Masala, Hing Jeera} Peanuts | pouch jar | peanuts | 150 g 48, 400 g 115',
        '{Raw Peanuts, Roasted Chana@chana-dal} | pouch | peanuts | 500 g 98',
      ],
    },
    {
      name: 'Dry Fruit Gift Boxes',
      alsoIn: ['Chocolates & Sweets'],
      kind: 'sweet',
      life: '6 months',
      made: 'Almonds, cashews, raisins, pistachios',
      brands: 'Meghmeva, Badamiya, Mithaasya, Girikaju',
      about: [
        'Sealed trays in a box that deserves a ribbon.',
        'What you carry to a house you have never visited.',
        'Packed fresh for the festival week.',
      ],
      lines: [
        '{Festive, Royal, Classic, Panchmeva} Dry Fruit Box | gift-box | wrapped-gift | 400 g 649, 800 g 1199',
        '{Almond@almonds, Cashew@cashews, Mixed Nuts@walnuts} Gift Tin | tin | almonds | 300 g 549',
      ],
    },
  ],
};
