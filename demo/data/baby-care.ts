import type { CategoryData } from './types.ts';

export const babyCare: CategoryData = {
  name: 'Baby Care',
  hue: 285,
  foods: ['baby-bottle', 'teddy-bear', 'duck', 'diaper'],
  shelves: [
    {
      name: 'Diapers',
      kind: 'baby',
      life: '3 years',
      made: 'Non-woven top sheet, absorbent core',
      brands: 'Nanhupal, Chhotukin, Gulgulaa',
      about: [
        'Dry for twelve hours, which is longer than anyone sleeps.',
        'Soft at the legs, with a line that turns blue.',
        'Pull up, tear down, bin.',
      ],
      lines: [
        '{New Born, Small, Medium, Large, Extra Large} Diaper Pants | pillow box | diaper | 20 pcs 249, 54 pcs 599',
        '{Small, Medium, Large} Taped Diapers | pillow | diaper | 30 pcs 329',
        'Cloth Diaper | box pouch | diaper | 1 pc 299, 3 pcs 799',
      ],
    },
    {
      name: 'Wipes & Cotton',
      kind: 'baby',
      life: '2 years',
      made: 'Cotton or viscose, purified water',
      brands: 'Nanhupal, Chhotukin, Gulgulaa, Neemrani',
      about: [
        'Water, cotton and not much else.',
        'For the face, the hands, the high chair and the wall.',
        'No alcohol, no perfume.',
      ],
      lines: [
        '{Gentle, Aloe@cactus, 99% Water@droplet, Sensitive} Baby Wipes | pouch box | bubbles | 30 pcs 79, 72 pcs 149',
        '{Cotton Buds, Cotton Balls, Cotton Roll} | jar box pouch | blossom | 100 pcs 65',
        'Nappy Rash Cream | tube tub | lotus | 50 g 165',
      ],
    },
    {
      name: 'Baby Bath & Skin',
      kind: 'care',
      life: '2 years',
      made: 'Mild cleansers, plant oils',
      brands: 'Nanhupal, Gulgulaa, Chhotukin, Neemrani',
      about: [
        'Tear-free, in so far as bath time can be.',
        'The smell everyone remembers.',
        'Tested by skin doctors, approved by grandmothers.',
      ],
      lines: [
        '{Baby Shampoo@duck, Baby Wash@bathtub, Baby Lotion@lotion-bottle, Baby Oil@oil} | bottle dispenser | duck | 100 ml 105, 200 ml 189, 400 ml 339',
        '{Baby Soap@soap, Baby Powder@teddy-bear} | box bottle | soap | 75 g 55, 100 g 69',
        'Baby Cream | tub tube | lotion-bottle | 50 g 110',
      ],
    },
    {
      name: 'Baby Food & Cereal',
      kind: 'baby',
      life: '12 months',
      made: 'Cereal, milk solids, fruit, vitamins',
      brands: 'Balvikas, Nanhupal, Millego, Gauvana',
      about: [
        'First spoons, smooth and mild.',
        'With iron and vitamins; from six months on.',
        'Half goes in, half goes on the bib.',
      ],
      lines: [
        '{Rice@rice, Wheat Apple@red-apple, Ragi@ragi, Multigrain Fruit@banana} Baby Cereal | box tin | bowl-with-spoon | 300 g 265',
        '{Apple@red-apple, Mango@mango, Banana@banana, Carrot@carrot} Puree | pouch jar | red-apple | 100 g 85',
        '{Banana@banana, Beet@beetroot} Melts | pouch tin | banana | 20 g 149',
        'Teething Rusk | box | rusk | 100 g 120',
      ],
    },
    {
      name: 'Feeding & Nursing',
      kind: 'baby',
      life: 'Replace teats every 2 months',
      made: 'Food-grade polypropylene and silicone',
      brands: 'Nanhupal, Chhotukin, Gulgulaa',
      about: ['Easy to grip, easy to boil.', 'Slow flow, fewer hiccups.', 'No BPA, no fuss.'],
      lines: [
        '{Feeding Bottle 125 ml, Feeding Bottle 250 ml, Sipper Cup} | box pouch | baby-bottle | 1 pc 199, 2 pcs 369',
        '{Silicone Teat, Soother, Bottle Brush, Breast Pads} | box pouch | baby-bottle | 1 pack 149',
        '{Baby Spoon Set@spoon, Silicone Bib@baby-symbol} | box pouch | spoon | 1 set 229',
      ],
    },
    {
      name: 'Toys & Play',
      kind: 'home',
      life: '6 months against faults',
      made: 'Non-toxic plastic, wood or plush',
      brands: 'Chhotukin, Gudgudi, Gulgulaa, Nanhupal',
      about: [
        'Survives being thrown; we checked.',
        'Bright, light and without sharp corners.',
        'Batteries: none, blissfully.',
      ],
      lines: [
        '{Teddy Bear@teddy-bear, Bath Duck@duck, Stacking Rings@bullseye, Rattle Set@maracas} | box pouch | teddy-bear | 1 pc 249',
        '{Building Blocks@puzzle-piece, Alphabet Puzzle@puzzle-piece, Toy Car@automobile, Toy Train@locomotive} | box | puzzle-piece | 1 set 349',
        '{Crayons@crayon, Finger Paint@artist-palette, Play Dough@artist-palette} | box | crayon | 1 set 149',
      ],
    },
  ],
};
