import type { CategoryData } from './types.ts';

export const iceCreamsAndDesserts: CategoryData = {
  name: 'Ice Creams & Desserts',
  hue: 325,
  foods: ['soft-ice-cream', 'kulfi', 'ice-cream', 'shaved-ice'],
  shelves: [
    {
      name: 'Ice Cream Tubs',
      kind: 'frozen',
      life: '9 months at −18 °C',
      made: 'Milk solids, sugar, permitted flavours',
      brands: 'Barafia, Frostigo, Kulfira, Velvanta, Gauvana',
      about: [
        'Real milk, slowly churned, so it scoops like a dream.',
        'Rest it on the counter for five minutes first.',
        'A family tub, in theory.',
      ],
      lines: [
        '{Vanilla@ice-cream, Butterscotch@custard, Strawberry@strawberry, Chocolate@chocolate-bar} Ice Cream | tub box | ice-cream | 500 ml 145, 1 L 269',
        '{Kesar Pista@pistachios, Rajbhog@cashews, Mango@mango, Tender Coconut@coconut} Ice Cream | tub | ice-cream | 700 ml 245',
        'Black Currant Ice Cream | tub | grapes | 500 ml 175',
      ],
    },
    {
      name: 'Cones',
      kind: 'frozen',
      life: '9 months at −18 °C',
      made: 'Milk solids, sugar, wafer, cocoa',
      brands: 'Barafia, Frostigo, Kulfira, Velvanta',
      about: [
        'Chocolate at the tip, as a reward.',
        'A crisp cone that stays crisp to the end.',
        'Unwrap slowly, eat fast.',
      ],
      lines: [
        '{Butterscotch@custard, Choco Vanilla@soft-ice-cream, Strawberry@strawberry, Black Forest@cherries} Cone | cone box | soft-ice-cream | 110 ml 40, 4 x 110 ml 150',
        '{Cookies@cookie, Mango@mango, Kesar Pista@pistachios, Double Chocolate@chocolate-bar} Cone | cone box | soft-ice-cream | 110 ml 45, 4 x 110 ml 165',
      ],
    },
    {
      name: 'Kulfi',
      kind: 'frozen',
      life: '9 months at −18 °C',
      made: 'Thickened milk, sugar, nuts',
      brands: 'Kulfira, Kheerani, Barafia, Mithaasya',
      about: [
        'Milk, boiled down for hours until it remembers summer.',
        'Dense, slow and full of nuts.',
        'On a stick, like outside the school gate.',
      ],
      lines: [
        '{Malai, Kesar Pista@kulfi, Mango@mango, Rose@rose, Paan@leafy-green, Sitaphal@custard-apple} Kulfi | ice-pop matka | kulfi | 60 ml 30, 5 x 60 ml 140',
        'Rabdi Falooda | cup | kulfi | 150 ml 85',
      ],
    },
    {
      name: 'Bars & Ice Lollies',
      kind: 'frozen',
      life: '9 months at −18 °C',
      made: 'Milk solids or fruit juice, sugar',
      brands: 'Frostigo, Barafia, Kulfira, Gudgudi',
      about: [
        'Stains the tongue for exactly one hour.',
        'The sound of a freezer lid in May.',
        'Cold, bright and cheap as it should be.',
      ],
      lines: [
        '{Choco@chocolate-bar, Almond Choco@almonds, Caramel@custard} Bar | ice-pop | chocolate-bar | 60 ml 30, 4 x 60 ml 110',
        '{Orange@tangerine, Mango@mango, Raw Mango@raw-mango, Cola@cup-with-straw, Berry@blueberries} Ice Lolly | ice-pop | tangerine | 50 ml 15, 6 x 50 ml 80',
        'Ice Cream Sandwich | box | ice-cream | 90 ml 40',
      ],
    },
    {
      name: 'Sundae Cups',
      kind: 'frozen',
      life: '9 months at −18 °C',
      made: 'Milk solids, sugar, sauce, nuts',
      brands: 'Barafia, Frostigo, Kulfira, Velvanta',
      about: [
        'Sauce below, nuts above, spoon under the lid.',
        'One cup, one person, no discussion.',
        'Layers, so the last bite differs from the first.',
      ],
      lines: [
        '{Chocolate@chocolate-bar, Vanilla@ice-cream, Strawberry@strawberry, Mango@mango, Butterscotch@custard} Cup | cup | ice-cream | 100 ml 25, 8 x 100 ml 185',
        '{Hot Fudge@chocolate-bar, Fruit@cherries, Brownie@shortcake} Sundae | cup tub | cherries | 125 ml 75',
      ],
    },
    {
      name: 'Frozen Desserts & Cakes',
      alsoIn: ['Instant & Frozen Food'],
      kind: 'frozen',
      life: '6 months at −18 °C',
      made: 'Milk solids, sugar, egg-free sponge',
      brands: 'Velvanta, Bakebaari, Barafia, Frostigo',
      about: [
        'Thaw in the fridge, serve as if you had baked.',
        'Keeps in the freezer for the day nobody planned.',
        'Cut with a warm knife.',
      ],
      lines: [
        '{Chocolate, Butterscotch, Pineapple@pineapple, Black Forest@cherries} Ice Cream Cake | box | birthday-cake | 500 ml 399',
        '{Blueberry@blueberries, Mango@mango, Classic} Cheesecake | box tray | shortcake | 100 g 149, 400 g 549',
        '{Chocolate@chocolate-bar, Tiramisu@custard} Mousse Cup | cup | custard | 90 g 95',
      ],
    },
  ],
};
