import type { CategoryData } from './types.ts';

export const oilGheeAndMasala: CategoryData = {
  name: 'Oil, Ghee & Masala',
  hue: 55,
  foods: ['hot-pepper', 'turmeric', 'oil', 'garlic'],
  shelves: [
    {
      name: 'Edible Oils',
      kind: 'staple',
      life: '9 months',
      made: 'Edible vegetable oil',
      brands: 'Tilavan, Sarsonika, Suryabeej, Annavali, Mittibagh',
      about: [
        'Light on the stomach and steady at high heat.',
        'Pressed and filtered without a hurry.',
        'Fortified with vitamins A and D.',
      ],
      lines: [
        '{Sunflower@sunflower, Refined Soyabean@oil, Rice Bran@sheaf-of-rice} Oil | bottle pouch | oil | 1 L 145, 5 L 715',
        '{Kachi Ghani Mustard@mustard-oil, Groundnut@peanuts} Oil | bottle pouch | mustard-oil | 1 L 178, 5 L 869',
        '{Cold Pressed Coconut@coconut, Cold Pressed Sesame@sesame, Cold Pressed Groundnut@peanuts} Oil | bottle tin | coconut | 500 ml 219, 1 L 419',
        '{Extra Virgin, Pomace} Olive Oil | bottle tin | olive | 500 ml 549',
      ],
    },
    {
      name: 'Ghee & Vanaspati',
      kind: 'staple',
      life: '9 months',
      made: 'Clarified milk fat',
      brands: 'Gauvana, Himdoodh, Malaigaon, Kheerani, Nandgopi',
      about: [
        'Grainy, golden and fragrant, the way grandmother judged it.',
        'Simmered slowly till the milk solids turn nutty.',
        'A spoon on hot dal, and the table goes quiet.',
      ],
      lines: [
        '{Cow, Desi, Buffalo} Ghee | jar tin pouch | ghee | 500 ml 345, 1 L 665',
        '{A2 Bilona, Danedar} Ghee | jar tin | ghee | 500 ml 749',
        'Vanaspati | pouch tub | ghee | 1 L 138',
      ],
    },
    {
      name: 'Powdered Spices',
      kind: 'spice',
      life: '12 months',
      made: 'Pure ground spice',
      brands: 'Zaikavan, Rangmirch, Masalika, Tejdana, Mittibagh',
      about: [
        'Ground cold, so that the oils stay in the spice.',
        'Colour that comes from the spice and from nothing else.',
        'Close the packet well: aroma is the first thing to leave.',
      ],
      lines: [
        '{Turmeric Powder@turmeric, Red Chilli Powder@chilli-powder, Coriander Powder@coriander-powder} | box pouch jar | turmeric | 100 g 38, 200 g 72, 500 g 165',
        '{Kashmiri Chilli Powder@chilli-powder, Jeera Powder@cumin, Black Pepper Powder@pepper} | box pouch | chilli-powder | 100 g 88',
        '{Amchur Powder@coriander-powder, Dry Ginger Powder@ginger-root, Hing@turmeric} | box sachet jar | turmeric | 50 g 79',
      ],
    },
    {
      name: 'Whole Spices',
      kind: 'spice',
      life: '18 months',
      made: 'Whole cleaned spice',
      brands: 'Zaikavan, Rangmirch, Masalika, Tejdana, Mittibagh',
      about: [
        'Let it crackle in hot oil and the kitchen wakes up.',
        'Picked clean, machine-sorted, hand-checked.',
        'Whole spices keep their strength for a year and more.',
      ],
      lines: [
        '{Jeera@cumin, Mustard Seeds@mustard, Fennel Seeds@fennel, Methi Seeds@mustard} | pouch jar | cumin | 100 g 46, 250 g 105',
        '{Black Pepper@pepper, Cloves@clove, Green Cardamom@cardamom} | pouch jar box | pepper | 50 g 96, 100 g 182',
        '{Cinnamon Sticks@cinnamon, Bay Leaves@leaf-fluttering-in-wind, Star Anise@star-anise, Dry Red Chilli@hot-pepper} | pouch jar | cinnamon | 50 g 58',
      ],
    },
    {
      name: 'Blended Masala',
      kind: 'spice',
      life: '12 months',
      made: 'Mixed spices, salt',
      brands: 'Zaikavan, Rangmirch, Masalika, Tejdana',
      about: [
        'A blend that has been argued over by three generations.',
        'One spoon, and the dish knows what it wants to be.',
        'Roasted, ground and blended in small batches.',
      ],
      lines: [
        '{Garam@garam, Chaat@lemon, Pav Bhaji@tomato, Chole@kabuli} Masala | box pouch | garam | 50 g 42, 100 g 76',
        '{Sambar@tomato, Rasam@tomato, Kitchen King@garam, Biryani@basmati} Masala | box pouch | garam | 100 g 72',
        '{Chicken@poultry-leg, Meat@meat-on-bone, Fish Curry@fish, Egg Curry@egg} Masala | box pouch | poultry-leg | 50 g 44, 100 g 79',
        '{Paneer Makhani@paneer, Tea@hot-beverage} Masala | box jar | paneer | 50 g 52',
      ],
    },
    {
      name: 'Salt, Sugar & Jaggery',
      kind: 'staple',
      life: '24 months',
      made: 'Salt, cane sugar or jaggery',
      brands: 'Annavali, Khetraj, Navdhaan, Dharapatti, Mittibagh',
      about: [
        'Fine, free-flowing and clean.',
        'From cane that grew along the Godavari.',
        'A staple that should never be the one missing.',
      ],
      lines: [
        '{White Sugar@sugar, Sulphurless Sugar@sugar, Brown Sugar@jaggery} | pouch sack | sugar | 1 kg 54, 5 kg 259',
        '{Iodised Salt@salt, Rock Salt@pink-salt, Black Salt@pink-salt} | pouch box | salt | 500 g 26, 1 kg 44',
        '{Jaggery Block@jaggery, Jaggery Powder@jaggery, Khand@sugar, Mishri@sugar} | pouch box jar | jaggery | 500 g 62, 1 kg 118',
      ],
    },
    {
      name: 'Pastes & Cooking Aids',
      kind: 'condiment',
      life: '9 months',
      made: 'Vegetables, oil, salt, spices',
      brands: 'Zaikavan, Masalika, Lalmaatar, Chutnivala, Bhojdabba',
      about: [
        'Peeled, ground and ready, so your fingers do not smell of garlic.',
        'Half the chopping of an Indian dinner, in one packet.',
        'Squeeze, stir, done.',
      ],
      lines: [
        '{Ginger Garlic@garlic, Garlic@garlic, Ginger@ginger-root, Green Chilli@green-chilli} Paste | pouch jar sachet | garlic | 100 g 32, 200 g 59',
        '{Tomato Puree@tomato, Tamarind Paste@tamarind, Fried Onion@onion} | carton jar pouch | tomato | 200 g 48',
        '{Butter Masala@curry-rice, Shahi@curry-rice, Kadhai@shallow-pan-of-food} Gravy Base | pouch jar | curry-rice | 250 g 95',
        '{Baking Powder, Baking Soda, Dry Yeast} | tin jar sachet | maida | 100 g 38',
      ],
    },
  ],
};
