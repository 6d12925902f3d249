import type { ProductKind } from './categories.ts';

/** Text for descriptions and details of a kind of product. `{name}` and `{title}` are replaced. */
export interface KindCopy {
  openings: readonly string[];
  closings: readonly string[];
  /** Labels of `made` and `life`. */
  madeLabel: string;
  lifeLabel: string;
  storage: string;
  /** Food shows an FSSAI licence, everything else a lot number. */
  isFood: boolean;
}

const pantry = 'Keep in a cool, dry place, away from sunlight';
const fridge = 'Keep in the fridge at 4 °C or below';
const freezer = 'Keep frozen at −18 °C; do not freeze again once thawed';

const food = { madeLabel: 'Ingredients', lifeLabel: 'Shelf life', isFood: true };
const goods = { madeLabel: 'Material', lifeLabel: 'Guarantee', isFood: false };
const formula = { madeLabel: 'Made with', lifeLabel: 'Use within', isFood: false };

export const copyByKind: Record<ProductKind, KindCopy> = {
  produce: {
    ...food,
    madeLabel: 'Content',
    openings: [
      '{name} straight from the morning market.',
      'Fresh {title}, chosen the way you would choose it yourself.',
      '{name}: bright, firm and full of the season.',
      'Today’s {title}, sorted by people who cook.',
    ],
    closings: [
      'If a piece does not please you, tell us and we return the money.',
      'Wash before use.',
      'Weight may differ a little, as nature likes it.',
      'Packed in as little plastic as we can.',
    ],
    storage: 'Keep in the vegetable drawer or in a cool, airy place',
  },
  chilled: {
    ...food,
    openings: [
      '{name}, kept cold from the dairy to your door.',
      'Fresh {title} for the days that need it.',
      '{name}: simple, clean and creamy.',
      'A fridge with {name} in it is half a breakfast.',
    ],
    closings: [
      'Consume soon after opening.',
      'Do not leave it out in the heat.',
      'No preservatives added.',
      'Vegetarian.',
    ],
    storage: fridge,
  },
  bakery: {
    ...food,
    openings: [
      '{name}, baked in the small hours.',
      'Soft, honest {title} from a proper oven.',
      '{name} smells the way a bakery should.',
    ],
    closings: [
      'Contains gluten and milk.',
      'Best on the first day, good on the third.',
      'Keep the packet closed.',
    ],
    storage: 'Keep closed in a cool, dry place; do not refrigerate',
  },
  staple: {
    ...food,
    openings: [
      '{name}: the kind of staple you stop thinking about, because it is always good.',
      'Clean, well-sorted {title} for the everyday kitchen.',
      '{name} from fields we can name.',
      'A kitchen runs on things like {title}.',
    ],
    closings: [
      'Move to an airtight jar once opened.',
      'Packed in a clean, modern mill.',
      'Vegetarian.',
      'No added colour or preservative.',
    ],
    storage: pantry,
  },
  spice: {
    ...food,
    openings: [
      '{name}, ground and packed close to where it grows.',
      'Bold {title} with the oils still in it.',
      '{name}: a pinch does what a spoon used to.',
    ],
    closings: [
      'Use a dry spoon.',
      'No added colour.',
      'Close tightly after use to keep the aroma.',
      'Vegetarian.',
    ],
    storage: pantry,
  },
  snack: {
    ...food,
    openings: [
      '{name} for the hour between lunch and dinner.',
      'Crisp {title}, the way it should sound.',
      'Open {name} and count to ten: gone.',
      '{name}: light, salty, dangerous.',
    ],
    closings: [
      'Share, if you must.',
      'Vegetarian.',
      'Seal the packet, in case anything is left.',
      'Goes with chai, cricket and company.',
    ],
    storage: pantry,
  },
  sweet: {
    ...food,
    openings: [
      '{name}, for small victories.',
      'A little {title} goes a long way.',
      '{name}: sweet, but not shy.',
      'Keep {name} where children cannot reach it, and do not tell them where.',
    ],
    closings: ['Contains milk and may contain nuts.', 'Vegetarian.', 'Nice to give, nicer to get.'],
    storage: 'Keep below 25 °C, away from sunlight',
  },
  frozen: {
    ...food,
    openings: [
      '{name}, frozen at its best moment.',
      'A freezer with {title} in it is never empty.',
      '{name}: cold comfort, in the good sense.',
    ],
    closings: [
      'We bring it in an insulated bag.',
      'Do not freeze again once thawed.',
      'Check the pack for allergens.',
    ],
    storage: freezer,
  },
  drink: {
    ...food,
    openings: [
      '{name}, best at four degrees.',
      'A cold {title} fixes a hot afternoon.',
      '{name}: pour, clink, drink.',
    ],
    closings: [
      'Shake gently before opening.',
      'Serve chilled.',
      'Drink within a day of opening.',
      'Recycle the pack.',
    ],
    storage: 'Keep in a cool place; refrigerate after opening',
  },
  brew: {
    ...food,
    openings: [
      '{name} for the first cup and the last.',
      'Rich {title} with a long finish.',
      '{name}: the kettle is already on.',
    ],
    closings: ['Keep the pack tightly closed.', 'Vegetarian.', 'Hot or cold, as you like it.'],
    storage: 'Keep airtight, away from moisture and strong smells',
  },
  'quick-meal': {
    ...food,
    openings: [
      '{name}: dinner, minus the dinner-making.',
      'Quick {title} for late evenings and early mornings.',
      '{name} keeps its promise and your evening.',
    ],
    closings: ['Directions are on the back.', 'Vegetarian unless the name says otherwise.', 'Just add heat.'],
    storage: pantry,
  },
  condiment: {
    ...food,
    openings: [
      '{name}: the small jar that makes the plate.',
      'A spoon of {title} and the meal changes its mind.',
      '{name} with a taste that does not hide.',
    ],
    closings: ['Refrigerate after opening.', 'Use a dry spoon.', 'Vegetarian.', 'Shake or stir before use.'],
    storage: 'Keep cool and dry; refrigerate after opening',
  },
  meat: {
    ...food,
    madeLabel: 'Content',
    openings: [
      '{name}, cut and chilled this morning.',
      'Clean {title}, handled cold at every step.',
      '{name}: fresh, tender and ready for the pan.',
    ],
    closings: [
      'Cook through to 75 °C.',
      'Rinse and cook on the day of delivery.',
      'Packed in a food-safe tray.',
    ],
    storage: 'Keep at 0 to 4 °C and cook soon',
  },
  baby: {
    ...formula,
    lifeLabel: 'Shelf life',
    openings: [
      '{name}, gentle from the first day.',
      'Soft, careful {title} for very new people.',
      '{name}: one thing less to worry about.',
    ],
    closings: [
      'Use under the eyes of an adult.',
      'Made without perfume where it matters.',
      'Keep out of children’s reach.',
    ],
    storage: 'Keep in a clean, dry place',
  },
  care: {
    ...formula,
    openings: [
      '{name}: two minutes of looking after yourself.',
      'Mild {title} for every day.',
      '{name}, with a fresh, light scent.',
    ],
    closings: [
      'For external use only.',
      'Not tested on animals.',
      'Try on a small patch of skin first.',
      'Recycle the pack.',
    ],
    storage: 'Keep below 30 °C, away from sunlight',
  },
  cleaning: {
    ...formula,
    openings: [
      '{name}: less scrubbing, more sitting.',
      'Strong {title} that is kind to hands.',
      '{name} for a home that smells of nothing but clean.',
    ],
    closings: [
      'Keep away from children and food.',
      'Wash hands after use.',
      'Do not mix with other cleaners.',
    ],
    storage: 'Keep upright in a cool place, away from children',
  },
  home: {
    ...goods,
    openings: [
      '{name}, useful on the first day and the thousandth.',
      'Plain, sturdy {title} for everyday work.',
      '{name}: does its job and keeps quiet about it.',
    ],
    closings: [
      'Wipe or rinse before first use.',
      'Return within 7 days if it does not suit you.',
      'Made to last.',
    ],
    storage: 'Keep dry',
  },
  puja: {
    ...goods,
    lifeLabel: 'Use within',
    openings: [
      '{name} for morning and evening.',
      'Pure {title}, made with care for the altar.',
      '{name}: a quiet moment, lit.',
    ],
    closings: ['Keep fire away from children and curtains.', 'Packed in a clean room.', 'For use in prayer.'],
    storage: 'Keep dry and away from fire',
  },
  'pet-food': {
    ...food,
    openings: [
      '{name}, tested by someone with four legs.',
      'Tasty, balanced {title} for the hungriest in the house.',
      '{name}: tail-wagging stuff.',
    ],
    closings: [
      'Keep fresh water beside it.',
      'Not for human consumption, though we understand.',
      'Feed by the table on the pack.',
    ],
    storage: pantry,
  },
  'pet-care': {
    ...formula,
    openings: [
      '{name}: for the one who sheds on the sofa.',
      'Gentle {title} for paws and noses.',
      '{name} makes life with animals a little neater.',
    ],
    closings: ['For animals only.', 'Keep out of reach of children.', 'Ask your vet when in doubt.'],
    storage: 'Keep in a cool, dry place',
  },
};
