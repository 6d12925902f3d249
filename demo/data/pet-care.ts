import type { CategoryData } from './types.ts';

export const petCare: CategoryData = {
  name: 'Pet Care',
  hue: 115,
  foods: ['dog', 'cat', 'bone', 'paw-prints'],
  shelves: [
    {
      name: 'Dog Food',
      kind: 'pet-food',
      life: '18 months',
      made: 'Cereal, chicken meal, vegetables, vitamins',
      brands: 'Bhaunka, Pawsaathi, Gharwar',
      about: [
        'The bowl is licked clean before you have stood up.',
        'Complete food, with what coats and bones need.',
        'Change over slowly, in a week.',
      ],
      lines: [
        '{Chicken & Rice Adult@dog, Chicken Puppy@dog, Lamb Adult@meat-on-bone, Veg Adult@carrot} Dog Food | sack pouch | dog | 400 g 129, 1.2 kg 359, 3 kg 829',
        '{Chicken Gravy@poultry-leg, Lamb Gravy@meat-on-bone, Egg & Liver@egg} Dog Food | sachet tin | dog | 80 g 45, 12 x 80 g 499',
      ],
    },
    {
      name: 'Cat Food',
      kind: 'pet-food',
      life: '18 months',
      made: 'Fish meal, cereal, taurine, vitamins',
      brands: 'Meowjee, Pawsaathi, Machhlighat',
      about: [
        'Approved after a long stare.',
        'With taurine, for eyes and heart.',
        'Small, crunchy and fishy.',
      ],
      lines: [
        '{Ocean Fish@fish, Mackerel@fish, Chicken@poultry-leg, Tuna Kitten@cat} Cat Food | pouch sack box | fish | 450 g 179, 1.2 kg 429',
        '{Tuna Jelly@fish, Salmon Gravy@fish, Chicken Jelly@poultry-leg} Cat Food | sachet tin | cat | 80 g 45, 12 x 80 g 489',
      ],
    },
    {
      name: 'Treats & Chews',
      kind: 'pet-food',
      life: '12 months',
      made: 'Chicken, rawhide or milk',
      brands: 'Bhaunka, Meowjee, Pawsaathi',
      about: [
        'Good boy, in edible form.',
        'Chews for an hour, spares the slippers.',
        'One at a time, whatever the eyes say.',
      ],
      lines: [
        '{Chicken Jerky@poultry-leg, Milk Bones@bone, Rawhide Knots@bone, Dental Sticks@bone} Dog Treats | pouch jar | bone | 70 g 119, 200 g 289',
        '{Salmon@fish, Catnip@herb, Creamy Tuna@fish} Cat Treats | pouch sachet | cat | 60 g 129',
        'Dog Biscuits | box jar | bone | 500 g 189',
      ],
    },
    {
      name: 'Litter & Hygiene',
      kind: 'pet-care',
      life: '3 years',
      made: 'Bentonite, wood or non-woven',
      brands: 'Meowjee, Pawsaathi, Neemrani',
      about: [
        'Clumps hard, smells of nothing.',
        'For the part of love that involves a scoop.',
        'Low dust, easy on paws and noses.',
      ],
      lines: [
        '{Lavender@hyacinth, Unscented@cat, Lemon@lemon, Charcoal@cat} Cat Litter | sack pouch | cat | 5 kg 349, 10 kg 649',
        '{Pet Wipes@paw-prints, Training Pads@dog, Poop Bags@dog} | pouch box roll | paw-prints | 30 pcs 199',
        'Odour Remover Spray | dispenser bottle | sparkles | 500 ml 265',
      ],
    },
    {
      name: 'Grooming & Health',
      kind: 'pet-care',
      life: '2 years',
      made: 'Mild cleansers, neem, aloe',
      brands: 'Pawsaathi, Bhaunka, Neemrani, Meowjee',
      about: ['Bath day, survived by all.', 'Shiny coat, wet bathroom.', 'Gentle on skin, rough on ticks.'],
      lines: [
        '{Neem@herb, Oatmeal@oats, Anti Tick@bug, Puppy@dog} Shampoo | bottle | dog | 200 ml 199',
        '{Slicker Brush@paw-prints, Nail Clipper@scissors, Tick Comb@paw-prints} | box pouch | paw-prints | 1 pc 229',
        '{Multivitamin Syrup@pill, Calcium Tablets@bone, Coat Oil@oil} | bottle box jar | pill | 200 ml 259',
      ],
    },
    {
      name: 'Fish, Bird & Small Pets',
      kind: 'pet-food',
      life: '12 months',
      made: 'Cereal, fish meal, seeds',
      brands: 'Chirpiya, Pawsaathi, Machhlighat',
      about: [
        'For whoever swims, sings or nibbles at your house.',
        'A pinch twice a day; they always ask for more.',
        'Clean seeds, little dust.',
      ],
      lines: [
        '{Goldfish@tropical-fish, Tropical@tropical-fish, Betta@tropical-fish} Fish Food | jar pouch tub | tropical-fish | 50 g 75, 100 g 135',
        '{Budgie@parrot, Parrot@parrot, Pigeon@dove, Finch@bird} Bird Seed | pouch jar | parrot | 500 g 109, 1 kg 199',
        '{Rabbit@rabbit, Hamster@hamster, Guinea Pig@hamster} Food | pouch box | rabbit | 500 g 175',
      ],
    },
    {
      name: 'Toys & Collars',
      kind: 'pet-care',
      life: '3 months against faults',
      made: 'Nylon, rubber or rope',
      brands: 'Pawsaathi, Bhaunka, Meowjee',
      about: [
        'Squeaks. We are sorry.',
        'Stronger than the last one, says the last one’s owner.',
        'Fetch, tug, repeat.',
      ],
      lines: [
        '{Rope Toy@dog, Squeaky Bone@bone, Tennis Balls@tennis, Chew Ring@bone} | box pouch | tennis | 1 pc 149',
        '{Feather Wand@feather, Toy Mouse@mouse, Cat Ball@yarn} | pouch box | yarn | 1 pc 129',
        '{Small, Medium, Large} Collar & Leash | box pouch | dog | 1 set 299',
        '{Steel Bowl@bowl-with-spoon, Slow Feeder@bowl-with-spoon} | box | bowl-with-spoon | 1 pc 219',
      ],
    },
  ],
};
