import type { CategoryData } from './types.ts';

export const bathBodyAndHair: CategoryData = {
  name: 'Bath, Body & Hair',
  hue: 305,
  foods: ['lotion-bottle', 'soap', 'toothbrush', 'bubbles'],
  shelves: [
    {
      name: 'Soaps & Body Wash',
      kind: 'care',
      life: '3 years',
      made: 'Sodium palmate or mild cleansers, plant extracts, perfume',
      brands: 'Neemrani, Ubtanika, Freshoora, Roopvati, Kesholi',
      about: [
        'A rich lather that rinses clean.',
        'Leaves skin soft and the bathroom smelling of a garden.',
        'Grade 1 soap, which is the one that lasts.',
      ],
      lines: [
        '{Neem Tulsi@herb, Sandal@sandal, Rose@rose, Lemon@lemon} Soap | box pillow | soap | 100 g 38, 4 x 100 g 139',
        '{Aloe@cactus, Charcoal@black-urad, Mogra@blossom} Body Wash | bottle dispenser | cactus | 250 ml 175',
        'Ubtan Soap | box | turmeric | 125 g 69',
      ],
    },
    {
      name: 'Shampoo & Conditioner',
      kind: 'care',
      life: '3 years',
      made: 'Mild surfactants, plant extracts, perfume',
      brands: 'Kesholi, Neemrani, Roopvati, Freshoora, Ubtanika',
      about: [
        'Cleans without making hair argue back.',
        'A coin’s worth is enough for shoulder length.',
        'Rinse with cool water for the shine.',
      ],
      lines: [
        '{Amla Shikakai@herb, Onion@onion, Anti Dandruff@lemon, Smooth & Silky@hibiscus} Shampoo | bottle sachet dispenser | hibiscus | 180 ml 149, 340 ml 289, 650 ml 499',
        '{Argan@oil, Coconut@coconut, Keratin@sparkles} Conditioner | bottle tube | coconut | 180 ml 199',
      ],
    },
    {
      name: 'Hair Oil & Styling',
      kind: 'care',
      life: '2 years',
      made: 'Plant oils, herbs, perfume',
      brands: 'Kesholi, Neemrani, Ubtanika, Roopvati',
      about: [
        'Warm it, massage it, forget it for an hour.',
        'Grandmother’s Sunday in a bottle.',
        'Light, not sticky, gone in one wash.',
      ],
      lines: [
        '{Coconut@coconut, Almond@almonds, Amla@herb, Bhringraj@leafy-green, Onion@onion} Hair Oil | bottle | coconut | 100 ml 68, 200 ml 129, 500 ml 275',
        '{Styling Gel@bubbles, Hair Serum@droplet, Hair Wax@honey-pot} | tub tube bottle | sparkles | 100 ml 169',
        'Henna Powder | pouch box | leafy-green | 200 g 85',
      ],
    },
    {
      name: 'Face & Skin Care',
      kind: 'care',
      life: '2 years',
      made: 'Purified water, glycerine, plant extracts',
      brands: 'Ubtanika, Roopvati, Neemrani, Freshoora',
      about: [
        'Morning and night, two minutes, no ceremony.',
        'Light on the skin and easy on the nose.',
        'No parabens, tested on willing humans.',
      ],
      lines: [
        '{Neem@herb, Vitamin C@tangerine, Charcoal@black-urad, Turmeric@turmeric} Face Wash | tube bottle | herb | 50 ml 85, 100 ml 155',
        '{Aloe@cactus, Rose@rose, Saffron@lotus} Face Cream | tub tube | rose | 50 g 179',
        '{SPF 30, SPF 50} Sunscreen | tube bottle | sun | 50 g 299',
        '{Body Lotion@lotion-bottle, Rose Water@rose, Lip Balm@cherries} | bottle dispenser | lotion-bottle | 100 ml 129',
      ],
    },
    {
      name: 'Oral Care',
      kind: 'care',
      life: '2 years',
      made: 'Calcium carbonate, mint, clove',
      brands: 'Daantveer, Neemrani, Freshoora, Tejdana',
      about: [
        'Two minutes, twice a day; the rest is mint.',
        'Fights the paan and the chocolate alike.',
        'Fresh till lunch.',
      ],
      lines: [
        '{Mint@herb, Clove@clove, Herbal@herb, Charcoal@black-urad, Sensitive@ice} Toothpaste | tube box | herb | 100 g 62, 200 g 115',
        '{Soft, Medium, Charcoal} Toothbrush | box pouch | toothbrush | 1 pc 35, 4 pcs 110',
        '{Mint@herb, Tea Tree@leafy-green} Mouthwash | bottle | tooth | 250 ml 145',
        'Tongue Cleaner | pouch | tooth | 2 pcs 49',
      ],
    },
    {
      name: 'Shaving & Grooming',
      kind: 'care',
      life: '3 years',
      made: 'Stainless steel, water, mild soap',
      brands: 'Freshoora, Neemrani, Daantveer, Safaarish',
      about: ['A close shave, not a close call.', 'Cool foam, quiet skin.', 'With the grain first.'],
      lines: [
        '{Lemon@lemon, Menthol@ice, Sensitive@lotus} Shaving Foam | can tube | bubbles | 200 g 185',
        '{Twin Blade, Triple Blade} Razor | box pouch | razor | 1 pc 60, 5 pcs 245',
        '{Shaving Brush@broom, After Shave@ice, Beard Oil@oil, Trimmer Blades@scissors} | bottle box | razor | 1 pc 199',
      ],
    },
    {
      name: 'Deodorants & Perfume',
      kind: 'care',
      life: '3 years',
      made: 'Denatured alcohol, perfume',
      brands: 'Freshoora, Roopvati, Ubtanika, Safaarish',
      about: [
        'Lasts through the local train and back.',
        'Two sprays; the third is for the whole office.',
        'Notes of citrus, wood and confidence.',
      ],
      lines: [
        '{Citrus@lemon, Ocean@water-wave, Musk@feather, Jasmine@blossom, Oud@sandal} Deodorant | can | feather | 150 ml 199',
        '{Rose@rose, Aqua@water-wave, Amber@honey-pot} Perfume | box bottle | rose | 50 ml 349, 100 ml 599',
        '{Fresh, Mogra@blossom} Roll On | bottle tube | droplet | 50 ml 125',
      ],
    },
    {
      name: 'Hygiene & First Aid',
      kind: 'care',
      life: '3 years',
      made: 'Cotton, non-woven fabric, antiseptic',
      brands: 'Neemrani, Freshoora, Safaarish, Roopvati',
      about: [
        'The drawer you hope not to open, well stocked.',
        'Clean hands, clean cuts, calm days.',
        'Soft, thin and dependable.',
      ],
      lines: [
        '{Regular, XL, Overnight} Sanitary Pads | pillow box | blossom | 7 pcs 45, 20 pcs 165',
        '{Neem@herb, Lemon@lemon, Aloe@cactus} Handwash | dispenser pouch bottle | soap | 200 ml 89, 750 ml 149',
        '{Bandages@adhesive-bandage, Antiseptic Liquid@droplet, Pain Balm@ice, Cotton Gauze@adhesive-bandage, Digital Thermometer@thermometer} | box bottle tube | adhesive-bandage | 1 pack 79',
        'Hand Sanitizer | bottle dispenser | sparkles | 100 ml 55, 500 ml 220',
      ],
    },
  ],
};
