import type { CategoryData } from './types.ts';

export const chipsAndNamkeen: CategoryData = {
  name: 'Chips & Namkeen',
  hue: 30,
  foods: ['chips', 'namkeen', 'popcorn', 'pretzel'],
  shelves: [
    {
      name: 'Potato Chips',
      kind: 'snack',
      life: '4 months',
      made: 'Potato, edible oil, seasoning',
      brands: 'Karkuru, Crispora, Chatakdum, Khastaar, Diponaut',
      about: [
        'Thin, loud and never enough.',
        'Sliced from fresh potatoes and cooked in small kettles.',
        'The packet that opens before the guests have sat down.',
      ],
      lines: [
        '{Classic Salted@chips, Tangy Tomato@tomato, Cream & Onion@onion, Magic Masala@hot-pepper, Peri Peri@hot-pepper} Potato Chips | pillow canister | chips | 52 g 20, 115 g 50',
        '{Sea Salt@chips, Black Pepper@pepper, Lime Chilli@lime} Kettle Chips | pillow | chips | 100 g 65',
      ],
    },
    {
      name: 'Nachos & Crisps',
      kind: 'snack',
      life: '5 months',
      made: 'Corn, edible oil, seasoning',
      brands: 'Crispora, Diponaut, Karkuru, Millego',
      about: [
        'Three corners, made for scooping.',
        'Stone-ground corn, toasted and salted.',
        'Open a dip and call someone.',
      ],
      lines: [
        '{Sea Salt@nacho, Cheese@cheese-wedge, Jalapeno@green-chilli, Salsa@tomato, Sweet Chilli@hot-pepper} Nachos | pillow box | nacho | 60 g 35, 150 g 89',
        '{Beetroot@beetroot, Ragi@ragi, Quinoa@quinoa} Crisps | pillow | beetroot | 55 g 60',
      ],
    },
    {
      name: 'Namkeen & Bhujia',
      kind: 'snack',
      life: '6 months',
      made: 'Gram flour, edible oil, spices, salt',
      brands: 'Bhujiyana, Chatakdum, Karkuru, Khastaar, Masalika',
      about: [
        'Fried in small lots by people who have done nothing else for years.',
        'With chai at four, with a squeeze of lime at seven.',
        'A handful leads to another.',
      ],
      lines: [
        '{Bikaneri Bhujia, Aloo Bhujia@potato, Plain Sev, Lasun Sev@garlic} | pillow pouch | namkeen | 150 g 46, 400 g 112',
        '{Khatta Meetha@namkeen, Navratan Mixture@namkeen, Moong Dal@moong, Chana Jor@chana-dal, Cornflakes Mixture@flakes} Namkeen | pillow pouch | namkeen | 200 g 58, 400 g 110',
        'Banana Chips | pillow pouch | banana | 150 g 65',
      ],
    },
    {
      name: 'Puffs & Rings',
      kind: 'snack',
      life: '4 months',
      made: 'Corn, rice, edible oil, seasoning',
      brands: 'Karkuru, Chatakdum, Gudgudi, Fatafatt',
      about: [
        'Airy, crunchy and orange-fingered.',
        'Small packets for small hands.',
        'The school bag’s worst-kept secret.',
      ],
      lines: [
        '{Cheese@cheese-wedge, Masala@hot-pepper, Tomato@tomato} Puffs | pillow | cheese-wedge | 30 g 10, 80 g 30',
        '{Onion@onion, Peri Peri@hot-pepper} Rings | pillow | onion | 40 g 20',
        '{Masala, Green Chutney@herb, Chatpata} Crunchy Sticks | pillow | namkeen | 45 g 10, 90 g 20',
      ],
    },
    {
      name: 'Popcorn',
      kind: 'snack',
      life: '6 months',
      made: 'Maize, edible oil, seasoning',
      brands: 'Crispora, Gudgudi, Kokoara, Karkuru',
      about: [
        'Lights down, sound up.',
        'Big butterfly kernels, hardly a hard one among them.',
        'Ready in three minutes, finished in two.',
      ],
      lines: [
        '{Butter, Classic Salted, Cheese@cheese-wedge, Spicy@hot-pepper} Instant Popcorn | pouch box | popcorn | 60 g 25, 3 x 60 g 70',
        '{Caramel, Cheddar@cheese-wedge, Chocolate@chocolate-bar, Sea Salt} Popcorn | pillow tub | popcorn | 75 g 85',
        'Microwave Popcorn | box | popcorn | 90 g 45',
      ],
    },
    {
      name: 'Papad & Fryums',
      alsoIn: ['Sauces, Pickles & Chutneys'],
      kind: 'snack',
      life: '6 months',
      made: 'Lentil or rice flour, salt, spices',
      brands: 'Bhujiyana, Achaarika, Masalika, Tiffinoor',
      about: [
        'Rolled thin and dried in the sun.',
        'Flame, tongs, ten seconds.',
        'The crunch on the side of every good thali.',
      ],
      lines: [
        '{Moong, Urad, Chana, Punjabi Masala, Garlic@garlic, Pepper@pepper} Papad | pouch box | papad | 200 g 68',
        '{Rice, Sabudana} Papad | pouch | papad | 150 g 58',
        '{Wheel@wheel-snack, Star@wheel-snack} Fryums | pouch | wheel-snack | 200 g 42',
      ],
    },
    {
      name: 'Healthy Snacking',
      kind: 'snack',
      life: '6 months',
      made: 'Whole grains, pulses, seasoning',
      brands: 'Millego, Crispora, Mittibagh, Shahadri',
      about: [
        'Roasted, baked, popped: no frying anywhere.',
        'A clean label that fits on one line.',
        'For the drawer at work.',
      ],
      lines: [
        '{Ragi@ragi, Jowar@jowar, Beetroot@beetroot, Quinoa@quinoa} Baked Chips | pillow pouch | ragi | 75 g 69',
        '{Roasted Soya@soya, Roasted Chana@kabuli, Roasted Moong@green-moong} | pouch jar | kabuli | 150 g 79',
        '{Brown Rice, Multigrain} Rice Cakes | pouch canister | rice-cracker | 110 g 125',
        '{Khakhra Methi, Khakhra Jeera} | box pouch | flatbread | 180 g 75',
      ],
    },
  ],
};
