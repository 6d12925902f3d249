import type { CategoryData } from './types.ts';

export const attaRiceAndDal: CategoryData = {
  name: 'Atta, Rice & Dal',
  hue: 75,
  foods: ['sheaf-of-rice', 'rice', 'toor', 'rajma'],
  shelves: [
    {
      name: 'Atta',
      kind: 'staple',
      life: '3 months',
      made: 'Whole wheat',
      brands: 'Annavali, Khetraj, Navdhaan, Dharapatti, Mittibagh',
      about: [
        'Stone-ground in small lots, so the rotis stay soft till dinner.',
        'The bran stays in, where the fibre and the taste are.',
        'Rolls thin, puffs high.',
      ],
      lines: [
        '{Chakki Fresh, Sharbati, Superior MP, Select} Atta | sack pouch | sheaf-of-rice | 1 kg 62, 5 kg 275, 10 kg 529',
        '{Multigrain, High Fibre, Khapli} Atta | sack pouch | sheaf-of-rice | 1 kg 88, 5 kg 369',
      ],
    },
    {
      name: 'Basmati Rice',
      kind: 'staple',
      life: '24 months',
      made: 'Aged basmati rice',
      brands: 'Annavali, Khetraj, Navdhaan, Dharapatti, Mittibagh',
      about: [
        'Aged for a year, so every grain stays long and apart.',
        'Smells of a wedding as soon as the lid lifts.',
        'Soak for half an hour, cook in plenty of water.',
      ],
      lines: [
        '{Classic, Traditional, Biryani Special, Golden Sella} Basmati Rice | sack pouch | basmati | 1 kg 149, 5 kg 699',
        '{Everyday, Mini Mogra} Basmati Rice | sack pouch | basmati | 1 kg 92, 5 kg 429',
        'Brown Basmati Rice | pouch | brown-rice | 1 kg 159',
      ],
    },
    {
      name: 'Everyday Rice',
      kind: 'staple',
      life: '18 months',
      made: 'Milled rice',
      brands: 'Annavali, Khetraj, Navdhaan, Dharapatti',
      about: [
        'Cleaned, sorted and free of stones.',
        'Soft and light, for sambar, curd or a simple khichdi.',
        'The rice that a house reaches for every day.',
      ],
      lines: [
        '{Sona Masoori, Kolam, Ponni, Wada Kolam} Rice | sack pouch | rice | 1 kg 68, 5 kg 319, 10 kg 619',
        '{Idli, Gobindobhog, Jeera} Rice | sack pouch | rice | 1 kg 78, 5 kg 372',
        '{Red, Black} Rice | pouch | brown-rice | 1 kg 138',
      ],
    },
    {
      name: 'Dal',
      kind: 'staple',
      life: '12 months',
      made: 'Split and cleaned pulses',
      brands: 'Annavali, Khetraj, Navdhaan, Dharapatti, Mittibagh',
      about: [
        'Unpolished: no water, no oil, no leather belts.',
        'Cooks soft in four whistles.',
        'Sorted twice, so that nothing but dal is in the packet.',
      ],
      lines: [
        '{Toor Dal@toor, Moong Dal@moong, Masoor Dal@masoor, Chana Dal@chana-dal, Urad Dal@urad} | pouch sack | toor | 500 g 82, 1 kg 158',
        '{Moong Chilka@green-moong, Urad Chilka@black-urad, Panchratna Dal@mixed-dal} | pouch | green-moong | 500 g 79, 1 kg 151',
      ],
    },
    {
      name: 'Beans & Whole Pulses',
      kind: 'staple',
      life: '12 months',
      made: 'Whole cleaned pulses',
      brands: 'Annavali, Khetraj, Navdhaan, Dharapatti, Mittibagh',
      about: [
        'Of one size, so they all turn soft together.',
        'Soak overnight and Sunday lunch is half done.',
        'This year’s harvest, which cooks faster.',
      ],
      lines: [
        '{Rajma Chitra@rajma, Rajma Jammu@rajma, Kabuli Chana@kabuli, Kala Chana@kala-chana} | pouch sack | rajma | 500 g 89, 1 kg 172',
        '{Green Moong@green-moong, Lobia@lobia, Dried White Peas@kabuli, Moth Beans@kala-chana} | pouch | green-moong | 500 g 72, 1 kg 138',
        'Soya Chunks | box pouch | soya | 200 g 52',
      ],
    },
    {
      name: 'Besan, Sooji & Maida',
      kind: 'staple',
      life: '4 months',
      made: 'Milled grain or pulses',
      brands: 'Annavali, Khetraj, Navdhaan, Dharapatti',
      about: [
        'Milled fine and sifted twice.',
        'For pakoras on a rainy day and laddus on a good one.',
        'Keep it in a tight jar once opened.',
      ],
      lines: [
        '{Besan@besan, Superfine Besan@besan, Maida@maida, Bansi Sooji@sooji} | pouch | besan | 500 g 48, 1 kg 89',
        '{Roasted Sooji@sooji, Rice Flour@maida, Corn Flour@besan, Sattu@besan} | pouch box | sooji | 500 g 54',
        '{Sabudana@sabudana, Singhara Flour@maida} | pouch | sabudana | 500 g 68',
      ],
    },
    {
      name: 'Millets & Ancient Grains',
      kind: 'staple',
      life: '9 months',
      made: 'Whole or milled millet',
      brands: 'Millego, Mittibagh, Annavali, Navdhaan',
      about: [
        'Grown with little rain and no fuss.',
        'A slow grain that keeps you full till lunch.',
        'Use it wherever you would use rice.',
      ],
      lines: [
        '{Ragi Flour@ragi, Jowar Flour@jowar, Bajra Flour@bajra} | pouch sack | ragi | 500 g 52, 1 kg 96',
        '{Foxtail Millet@jowar, Little Millet@jowar, Kodo Millet@bajra, Barnyard Millet@jowar} | pouch | jowar | 500 g 84',
        '{White Quinoa@quinoa, Amaranth@quinoa, Buckwheat@bajra} | pouch jar | quinoa | 500 g 169',
      ],
    },
    {
      name: 'Poha & Daliya',
      alsoIn: ['Breakfast & Spreads'],
      kind: 'staple',
      life: '6 months',
      made: 'Flattened or broken grain',
      brands: 'Annavali, Khetraj, Navdhaan, Millego',
      about: [
        'Light, quick and different every morning.',
        'Rinse, drain, temper: breakfast before the tea is done.',
        'Clean flakes with hardly any dust at the bottom.',
      ],
      lines: [
        '{Thick Poha, Thin Poha, Red Poha, Ragi Poha} | pouch | poha | 500 g 42, 1 kg 79',
        '{Wheat Daliya@daliya, Roasted Daliya@daliya, Puffed Rice@poha, Puffed Jowar@poha} | pouch | daliya | 250 g 34, 500 g 58',
      ],
    },
  ],
};
