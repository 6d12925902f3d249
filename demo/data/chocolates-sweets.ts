import type { CategoryData } from './types.ts';

export const chocolatesAndSweets: CategoryData = {
  name: 'Chocolates & Sweets',
  hue: 350,
  foods: ['chocolate-bar', 'candy', 'laddu', 'lollipop'],
  shelves: [
    {
      name: 'Chocolate Bars',
      kind: 'sweet',
      life: '9 months',
      made: 'Sugar, cocoa butter, milk solids, cocoa mass',
      brands: 'Kokoara, Velvanta, Chokumi, Gudgudi',
      about: [
        'Smooth, slow to melt and quick to go.',
        'Cocoa from the Western Ghats, conched for two days.',
        'Break along the lines; nobody does.',
      ],
      lines: [
        '{Milk, Fruit & Nut@almonds, Roasted Almond@almonds, Crackle} Chocolate | bar | chocolate-bar | 38 g 45, 90 g 99, 150 g 175',
        '{Hazelnut@chestnut, Caramel@custard, Orange@tangerine} Chocolate | bar box | chocolate-bar | 90 g 129',
        'White Chocolate | bar | paneer | 40 g 55',
      ],
    },
    {
      name: 'Dark Chocolate',
      kind: 'sweet',
      life: '12 months',
      made: 'Cocoa mass, sugar, cocoa butter',
      brands: 'Kokoara, Velvanta, Malnaadu, Shahadri',
      about: [
        'Deep, a little bitter, long in the mouth.',
        'Single origin, from beans to bar in one place.',
        'Two squares after dinner, they say.',
      ],
      lines: [
        '{55%, 70%, 85%, 99%} Dark Chocolate | bar | chocolate-bar | 50 g 129, 90 g 229',
        '{Sea Salt@salt, Coffee@hot-beverage, Orange@tangerine, Chilli@hot-pepper, Mint@herb} Dark Chocolate | bar box | chocolate-bar | 60 g 169',
      ],
    },
    {
      name: 'Wafer & Coated Bars',
      kind: 'sweet',
      life: '9 months',
      made: 'Wheat flour, sugar, cocoa, nuts',
      brands: 'Chokumi, Gudgudi, Kokoara, Fatafatt',
      about: [
        'Crisp inside, chocolate outside, trouble sharing.',
        'Pocket-sized and pocket-money priced.',
        'Snaps in two, so there is an excuse.',
      ],
      lines: [
        '{Crispy Wafer, Choco Nougat, Caramel Peanut@peanuts, Coconut@coconut} Bar | bar | chocolate-bar | 22 g 10, 45 g 35',
        '{Choco Balls, Choco Buttons, Choco Raisins@raisins, Choco Almonds@almonds} | pouch canister | choc-flakes | 50 g 50, 100 g 95',
      ],
    },
    {
      name: 'Candies & Toffees',
      kind: 'sweet',
      life: '12 months',
      made: 'Sugar, liquid glucose, permitted flavours',
      brands: 'Gudgudi, Chokumi, Chatakdum, Fatafatt',
      about: [
        'The small change of happiness.',
        'One falls out of the bag, and everyone in the room hears it.',
        'Sour first, sweet after.',
      ],
      lines: [
        '{Kaccha Aam@raw-mango, Imli@tamarind, Orange@tangerine, Mixed Fruit@candy, Cola@cup-with-straw} Candy | pouch jar | candy | 100 g 40, 360 g 120',
        '{Milk@glass-of-milk, Coconut@coconut, Coffee@hot-beverage, Butterscotch@custard} Toffee | pouch jar | candy | 150 g 60',
        '{Fruit, Strawberry@strawberry} Lollipops | pouch jar | lollipop | 10 pcs 50',
        '{Jelly@bear, Sour@lemon} Gummies | pouch | bear | 60 g 45',
      ],
    },
    {
      name: 'Mints, Gum & Mouth Fresheners',
      kind: 'sweet',
      life: '12 months',
      made: 'Sugar or sweetener, gum base, mint',
      brands: 'Freshoora, Gudgudi, Neemrani, Tejdana',
      about: [
        'For after lunch and before the meeting.',
        'Cool, clean and discreet.',
        'Lives in the car door.',
      ],
      lines: [
        '{Peppermint, Spearmint, Lemon Mint@lemon} Mints | tin box sachet | herb | 15 g 20, 40 g 50',
        '{Mint, Watermelon@watermelon, Strawberry@strawberry} Chewing Gum | box sachet jar | herb | 30 g 40, 60 g 75',
        '{Meetha Saunf@fennel, Paan Mukhwas@fennel, Sugar Coated Saunf@fennel, Elaichi Dana@cardamom} | jar pouch | fennel | 100 g 65',
      ],
    },
    {
      name: 'Indian Sweets',
      kind: 'sweet',
      life: '15 to 90 days, see pack',
      made: 'Milk solids, sugar, ghee, nuts',
      brands: 'Mithaasya, Kheerani, Bhujiyana, Annavali',
      about: [
        'Made by halwais, packed by people who wash their hands.',
        'Somebody got a job, somebody passed: open the box.',
        'Warm for twenty seconds and close your eyes.',
      ],
      lines: [
        '{Gulab Jamun, Rasgulla@rasgulla, Rajbhog@laddu} | tin tub | gulab-jamun | 500 g 145, 1 kg 265',
        '{Motichoor, Besan, Coconut@coconut} Laddu | box tray | laddu | 400 g 189',
        '{Kaju Katli, Milk Barfi, Mysore Pak, Badam Barfi} | box gift-box | barfi | 250 g 265, 500 g 510',
        '{Soan Papdi, Elaichi Soan Papdi, Peanut Chikki@peanuts, Til Chikki@sesame} | box tub | barfi | 250 g 88',
      ],
    },
    {
      name: 'Chocolate Gift Packs',
      kind: 'sweet',
      life: '9 months',
      made: 'Assorted chocolates',
      brands: 'Velvanta, Kokoara, Chokumi, Mithaasya',
      about: [
        'Ribbon included, handwriting your own.',
        'For birthdays, thank-yous and late apologies.',
        'An assortment in which nobody’s favourite is missing.',
      ],
      lines: [
        '{Celebration@party-popper, Assorted@wrapped-gift, Rakhi@wrapped-gift, Diwali@diya-lamp, Birthday@birthday-cake} Chocolate Box | gift-box box | wrapped-gift | 130 g 149, 280 g 329',
        '{Truffle@chocolate-bar, Praline@chestnut, Heart@red-heart} Gift Box | gift-box tin | red-heart | 200 g 449',
      ],
    },
  ],
};
