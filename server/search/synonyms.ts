import { findByLatinSpelling, soundOf } from './indian-scripts.ts';

// One group of synonyms per line. A synonym of two words is looked up as one ('ladyfinger') and matches both words in
// product names.
const groups = `
  milk, doodh
  curd, dahi, yogurt, yoghurt
  buttermilk, chaas, chaach, mattha
  butter, makhan
  cream, malai
  bread, pav
  egg, anda, ande
  chicken, murgh, murgi
  fish, machli
  rice, chawal
  flour, atta, aata
  maida, refined flour
  semolina, sooji, suji, rava
  besan, gram flour
  poha, flattened rice
  sabudana, sago
  vermicelli, sevai, semiya
  lentil, dal, daal, dhal
  toor, arhar, tur
  chickpea, chana, chole
  kidney beans, rajma
  peanut, groundnut, moongphali
  cashew, kaju
  almond, badam
  raisin, kishmish
  walnut, akhrot
  date, khajur
  foxnut, makhana
  sugar, chini, cheeni
  jaggery, gur, gud
  salt, namak
  oil, tel
  honey, shahad
  tea, chai
  coffee, kaapi
  juice, ras
  water, pani
  turmeric, haldi
  cumin, jeera, zeera
  mustard, sarson, rai
  coriander, dhania, dhaniya
  chilli, chili, mirch, mirchi
  pepper, kali mirch
  cardamom, elaichi
  clove, laung
  cinnamon, dalchini
  fenugreek, methi
  asafoetida, hing
  fennel, saunf
  tamarind, imli
  pickle, achar, achaar
  potato, aloo, alu
  onion, pyaz, pyaaz, kanda
  tomato, tamatar
  garlic, lahsun
  ginger, adrak
  spinach, palak
  cauliflower, gobi, gobhi
  cabbage, patta gobi
  peas, matar, mutter
  okra, bhindi, lady finger
  brinjal, baingan, eggplant, aubergine
  carrot, gajar
  cucumber, kheera
  radish, mooli
  bitter gourd, karela
  bottle gourd, lauki
  capsicum, shimla mirch
  lemon, nimbu, lime
  mango, aam
  banana, kela
  apple, seb
  grapes, angoor
  coconut, nariyal
  coriander leaves, dhania patta, dhaniya patta
  curry leaves, kadi patta, kari patta
  mint leaves, pudina
  green chilli, hari mirch
  red chilli, lal mirch
  black salt, kala namak
  rock salt, sendha namak
  mince, keema, kheema
  watermelon, tarbooz
  orange, santra
  pomegranate, anar
  soy, soya
  wheat flour, atta
  cooking oil, edible oil
  tea, chai patti
  cold coffee, cold brew
  flower, phool
  mosquito, machhar
  henna, mehndi, mehendi
  broom, jhadu
  toilet roll, toilet paper
  chips, crisps, wafers
  biscuit, cookie
  candy, toffee
  soft drink, cold drink, soda
  cold drink, cola
  ketchup, tomato sauce
  soap, sabun
  detergent, washing powder, kapde dhone
  dishwash, bartan dhone
  diaper, nappy
  sanitary pads, napkin
  instant noodles, maggi
  toothpaste, dant manjan
`;

const synonyms = new Map<string, readonly string[]>();
const keysBySound = new Map<string, string>();
const splitSpellings = new Map<string, string>();
for (const line of groups.trim().split('\n')) {
  const words = line.split(',').map((word) => word.trim());
  for (const word of words) {
    const key = word.replaceAll(' ', '');
    if (key !== word) splitSpellings.set(key, word);
    synonyms.set(key, [...(synonyms.get(key) ?? []), ...words.filter((other) => other !== word)]);
    if (!keysBySound.has(soundOf(key))) keysBySound.set(soundOf(key), key);
  }
}

/** Returns synonyms, which can have several words. */
export function findSynonyms(word: string): readonly string[] {
  return synonyms.get(word) ?? [];
}

/**
 * Returns the usual spelling of a word such as 'dudh', then its synonyms; or the English text of a word such as
 * 'vellulli'.
 */
export function findSynonymsBySound(word: string): readonly string[] {
  if (word.length < minimumSoundLength) return [];
  const key = keysBySound.get(soundOf(word));
  if (key !== undefined) return [splitSpellings.get(key) ?? key, ...findSynonyms(key)];
  const english = findByLatinSpelling(word);
  return english === undefined ? [] : [english];
}

/** Returns the spelling in several words: 'lady finger' for 'ladyfinger'. */
export function findSplitSpelling(word: string): string | undefined {
  return splitSpellings.get(word);
}

// Short words sound like many others.
const minimumSoundLength = 4;
