import type { CategoryData } from './types.ts';

export const chickenMeatAndFish: CategoryData = {
  name: 'Chicken, Meat & Fish',
  hue: 12,
  foods: ['poultry-leg', 'fish', 'shrimp', 'meat-on-bone'],
  shelves: [
    {
      name: 'Chicken',
      kind: 'meat',
      life: '2 days at 0 to 4 °C',
      made: 'Fresh chicken',
      brands: 'Taazakaat, Coopala, Machhlighat',
      about: [
        'Cut to order and never frozen.',
        'Raised without antibiotic shortcuts, cleaned under cold water.',
        'Packed in vacuum, so rinse and cook.',
      ],
      lines: [
        '{Curry Cut, Boneless Breast, Boneless Thigh, Drumsticks} Chicken | tray pouch | poultry-leg | 450 g 189, 900 g 359',
        '{Wings, Lollipop, Mince, Biryani Cut} Chicken | tray pouch | poultry-leg | 500 g 179',
        '{Whole, Tandoori Whole} Chicken | pouch tray | poultry-leg | 1 kg 299',
        '{Chicken Liver, Chicken Leg Quarters, Country Chicken} | tray | poultry-leg | 500 g 159',
      ],
    },
    {
      name: 'Mutton',
      kind: 'meat',
      life: '2 days at 0 to 4 °C',
      made: 'Fresh goat meat',
      brands: 'Taazakaat, Coopala, Machhlighat',
      about: [
        'Young goat, a balance of meat and bone.',
        'For the slow pot on Sunday.',
        'Aged for a day, which makes it tender.',
      ],
      lines: [
        '{Curry Cut, Boneless, Biryani Cut, Mince, Chops} Mutton | tray pouch | meat-on-bone | 450 g 449, 900 g 879',
        '{Mutton Paya, Mutton Ribs, Mutton Liver, Mutton Shanks} | tray | cut-of-meat | 500 g 389',
      ],
    },
    {
      name: 'Fish',
      kind: 'meat',
      life: '1 day at 0 to 4 °C',
      made: 'Fresh fish',
      brands: 'Machhlighat, Taazakaat, Coopala',
      about: [
        'Landed last night, cleaned this morning.',
        'Scaled, gutted and cut, so only the cooking is left.',
        'Smells of the sea and of nothing else.',
      ],
      lines: [
        '{Rohu, Katla, Pomfret, Seer} Fish | tray | fish | 500 g 289, 1 kg 559',
        '{Mackerel, Sardine, Basa Fillet, Hilsa, Salmon Fillet} | tray pouch | fish | 500 g 345',
        'Tuna Steak | tray | fish | 300 g 379',
      ],
    },
    {
      name: 'Prawns & Seafood',
      kind: 'meat',
      life: '1 day at 0 to 4 °C',
      made: 'Fresh seafood',
      brands: 'Machhlighat, Taazakaat, Coopala',
      about: [
        'Peeled and deveined by hand.',
        'Three minutes in the pan; four is too many.',
        'From the backwaters, on ice all the way.',
      ],
      lines: [
        '{Tiger Prawns, White Prawns, Cleaned Prawns, Jumbo Prawns} | tray pouch | shrimp | 250 g 289, 500 g 549',
        '{Crab Cleaned@crab, Squid Rings@squid, Mussels@oyster, Lobster@lobster, Baby Octopus@octopus} | tray pouch | crab | 500 g 399',
      ],
    },
    {
      name: 'Cold Cuts & Sausages',
      kind: 'meat',
      life: '30 days in the fridge',
      made: 'Chicken or pork, salt, spices',
      brands: 'Coopala, Taazakaat, Ovenji, Sheetkhet',
      about: [
        'Sliced thin for sandwiches, thick for breakfast.',
        'Smoked over wood, gently spiced.',
        'Sizzles without any oil.',
      ],
      lines: [
        '{Chicken, Cheese Chicken, Pork, Masala Chicken} Sausages | pouch tray | hot-dog | 250 g 169, 500 g 319',
        '{Chicken Salami@bacon, Pepper Salami@bacon, Smoked Ham@bacon, Pork Bacon@bacon} | pouch tray | bacon | 200 g 209',
        'Chicken Mortadella | tray | bacon | 150 g 155',
      ],
    },
    {
      name: 'Marinades & Kebabs',
      kind: 'meat',
      life: '3 days at 0 to 4 °C',
      made: 'Meat, curd, spices, oil',
      brands: 'Taazakaat, Coopala, Zaikavan, Bhojdabba',
      about: [
        'Marinated for a night, so you need not be.',
        'Hot pan or oven, squeeze of lime, onions.',
        'Smoky at the edges, soft in the middle.',
      ],
      lines: [
        '{Chicken Seekh Kebab, Mutton Seekh Kebab, Reshmi Kebab, Galouti Kebab} | tray box | meat-on-bone | 300 g 249',
        '{Tandoori, Afghani, Peri Peri, Tikka} Chicken Marinade | tray pouch | poultry-leg | 400 g 269',
        '{Fish Fry Masala, Prawn Butter Garlic} | tray pouch | fried-shrimp | 250 g 299',
      ],
    },
    {
      name: 'Frozen Meat & Nuggets',
      alsoIn: ['Instant & Frozen Food'],
      kind: 'frozen',
      life: '9 months at −18 °C',
      made: 'Chicken or fish, crumb, spices',
      brands: 'Coopala, Taazakaat, Frostigo, Machhlighat',
      about: [
        'Crumbed, frozen and waiting.',
        'Dinner for children who are hungry now.',
        'Crisp from the air fryer in ten minutes.',
      ],
      lines: [
        '{Chicken Nuggets, Chicken Popcorn, Chicken Fingers, Chicken Burger Patty@hamburger} | box pillow | poultry-leg | 400 g 219, 750 g 389',
        '{Fish Fingers@fish, Prawn Tempura@fried-shrimp, Chicken Momos@dumpling} | box pillow | fish | 300 g 259',
      ],
    },
  ],
};
