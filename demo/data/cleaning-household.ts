import type { CategoryData } from './types.ts';

export const cleaningAndHousehold: CategoryData = {
  name: 'Cleaning & Household',
  hue: 185,
  foods: ['bubbles', 'broom', 'sponge', 'bucket'],
  shelves: [
    {
      name: 'Laundry Detergents',
      kind: 'cleaning',
      life: '2 years',
      made: 'Surfactants, builders, enzymes, perfume',
      brands: 'Dhulwaah, Chamkaro, Safaarish, Freshoora',
      about: [
        'Haldi, mud, ink: bring it.',
        'Works in cold water, top load and front.',
        'Whites that squint back at you.',
      ],
      lines: [
        '{Top Load, Front Load, Jasmine@blossom, Lemon@lemon} Detergent Powder | pouch box sack | t-shirt | 1 kg 115, 4 kg 429',
        '{Top Load, Front Load, Baby Clothes@socks} Liquid Detergent | bottle pouch | t-shirt | 1 L 199, 2 L 379',
        'Detergent Bar | pillow | bubbles | 250 g 25, 4 x 250 g 92',
      ],
    },
    {
      name: 'Fabric Care',
      kind: 'cleaning',
      life: '2 years',
      made: 'Cationic softener, perfume',
      brands: 'Dhulwaah, Chamkaro, Freshoora, Roopvati',
      about: [
        'Clothes that smell of a drying line in a breeze.',
        'One cap in the last rinse.',
        'Kind to wool, silk and the ironing arm.',
      ],
      lines: [
        '{Morning@sun, Lily@blossom, Rose@rose, Lavender@hyacinth} Fabric Conditioner | bottle pouch | blossom | 400 ml 99, 860 ml 215',
        '{Stain Remover@sparkles, Fabric Whitener@t-shirt, Fabric Starch@t-shirt, Wool Wash@yarn} | bottle box pouch | sparkles | 500 ml 139',
        'Liquid Blue | bottle | droplet | 250 ml 75',
      ],
    },
    {
      name: 'Dishwash',
      kind: 'cleaning',
      life: '2 years',
      made: 'Surfactants, lemon extract, salt',
      brands: 'Bartanjee, Chamkaro, Safaarish, Gharwar',
      about: [
        'Cuts ghee, spares hands.',
        'The steel will show you your face.',
        'A drop on a wet sponge does the whole sink.',
      ],
      lines: [
        '{Lemon@lemon, Neem@herb, Mint@herb, Orange@tangerine} Dishwash Liquid | bottle pouch | lemon | 250 ml 52, 750 ml 149, 2 L 375',
        '{Lemon@lemon, Ash@sponge} Dishwash Bar | box tub pillow | lemon | 200 g 20, 500 g 55',
        '{Steel Scrubber, Sponge Wipe, Scrub Pad} | pouch | sponge | 3 pcs 60',
        'Dishwasher Tablets | box pouch | sparkles | 30 pcs 449',
      ],
    },
    {
      name: 'Floor & Surface Cleaners',
      kind: 'cleaning',
      life: '2 years',
      made: 'Surfactants, disinfectant, perfume',
      brands: 'Safaarish, Chamkaro, Bartanjee, Neemrani',
      about: [
        'One capful to a bucket, and the floor is a mirror.',
        'Kills 99.9 % of germs; the rest leave in shame.',
        'Safe on tiles, marble and mosaic.',
      ],
      lines: [
        '{Lemon@lemon, Floral@blossom, Pine@evergreen-tree, Neem@herb} Floor Cleaner | bottle pouch | lemon | 500 ml 105, 1 L 199',
        '{Glass@window, Kitchen@cooking, Multi Surface@sparkles} Cleaner Spray | dispenser bottle | sparkles | 500 ml 119',
        'White Phenyl | bottle | droplet | 1 L 75',
      ],
    },
    {
      name: 'Toilet & Bathroom Cleaners',
      kind: 'cleaning',
      life: '2 years',
      made: 'Hydrochloric acid or surfactants, perfume',
      brands: 'Safaarish, Chamkaro, Bartanjee, Freshoora',
      about: [
        'Under the rim, wait twenty minutes, flush.',
        'Takes the yellow out of tiles and the fear out of Saturdays.',
        'Keep away from children, as always.',
      ],
      lines: [
        '{Original, Lemon@lemon, Ocean@water-wave, Rose@rose} Toilet Cleaner | bottle | toilet | 500 ml 92, 1 L 175',
        '{Bathroom@shower, Tile & Tap@bathtub} Cleaner | bottle dispenser | shower | 500 ml 115',
        '{Drain Opener@plunger, Toilet Rim Block@toilet, Toilet Brush@plunger} | box pouch | plunger | 1 pc 85',
      ],
    },
    {
      name: 'Fresheners & Repellents',
      kind: 'cleaning',
      life: '3 years',
      made: 'Perfume or transfluthrin, carrier',
      brands: 'Machharoff, Freshoora, Neemrani, Safaarish',
      about: [
        'A night without that sound near your ear.',
        'Opens the window without opening the window.',
        'Plug in, forget, sleep.',
      ],
      lines: [
        '{Liquid Refill@mosquito, Repellent Machine@electric-plug, Coil@mosquito, Incense Sticks@mosquito} Mosquito Guard | box pouch | mosquito | 1 pack 85, 2 pack 159',
        '{Lavender@hyacinth, Citrus@lemon, Sandal@sandal, Rose@rose} Room Freshener | can box | hyacinth | 220 ml 165',
        '{Cockroach@cockroach, Ant@ant, Flying Insect@fly} Killer Spray | can | cockroach | 200 ml 119, 400 ml 219',
        'Naphthalene Balls | pouch box | ice | 200 g 65',
      ],
    },
    {
      name: 'Tissues & Disposables',
      kind: 'home',
      life: 'Keeps',
      made: 'Virgin pulp or recycled paper',
      brands: 'Gharwar, Kaagazee, Safaarish, Freshoora',
      about: [
        'Soft, strong and mercifully plain.',
        'From pulp of managed forests.',
        'For spills, noses and parties.',
      ],
      lines: [
        '{Toilet Roll 2 Ply, Toilet Roll 3 Ply, Kitchen Roll} | roll pillow | roll-of-paper | 4 rolls 139, 10 rolls 329',
        '{Face Tissues, Pocket Tissues, Paper Napkins} | box pouch | tissue | 100 pulls 75',
        '{Paper Plates@fork-and-knife-with-plate, Paper Cups@cup-with-straw, Wooden Spoons@spoon, Areca Bowls@bowl-with-spoon} | pouch pillow | fork-and-knife-with-plate | 25 pcs 89',
        '{Small, Medium, Large} Garbage Bags | roll box | wastebasket | 30 pcs 75',
      ],
    },
    {
      name: 'Brooms, Mops & Brushes',
      kind: 'home',
      life: '6 months against faults',
      made: 'Grass, plastic, microfibre or steel',
      brands: 'Gharwar, Safaarish, Bartanjee, Chamkaro',
      about: [
        'A long handle, for a short back.',
        'Picks up what the last one pushed around.',
        'Rinse, wring, hang.',
      ],
      lines: [
        '{Grass Broom, Plastic Broom, Seenk Broom} | loose pouch | broom | 1 pc 139',
        '{Flat Mop@bucket, Spin Mop@bucket, Cotton Mop@bucket} | box | bucket | 1 pc 349',
        '{Cleaning Brush@sponge, Bottle Brush@sponge, Microfibre Cloth@sponge, Floor Wiper@broom} | pouch box | sponge | 1 pc 99, 2 pcs 179',
        '{Bucket 16 L, Mug 1.5 L, Dustpan@wastebasket} | box pouch | bucket | 1 pc 189',
      ],
    },
  ],
};
