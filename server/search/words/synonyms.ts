import { soundOf } from './indian-scripts.ts';

// One group of synonyms per line, the usual spelling first; a word may be in several groups. A synonym of several
// words is looked up as one ('ladyfinger') and matches all its words in product names. Spellings that sound alike need
// no entry, except short ones.
const groups = `
  milk, doodh
  curd, dahi, yogurt, yoghurt, thayir, perugu
  buttermilk, chaas, chaach, mattha, moru
  butter, makhan, makkhan
  white butter, safed makhan
  ghee, ghi, clarified butter
  cream, malai
  paneer, cottage cheese, chhena
  khoa, khoya, mawa
  bread, pav
  egg, anda, ande, muttai
  chicken, murgh, murgi, murga
  fish, machli, macchi
  prawns, shrimp, jhinga
  crab, kekda
  mince, keema, kheema
  rice, chawal, chaval
  flour, atta, aata
  wheat, gehu, gehun
  wheat flour, atta, gehu ka atta
  maida, refined flour, all purpose flour
  semolina, sooji, suji, rava
  besan, gram flour, chickpea flour
  rice flour, chawal atta
  maize flour, corn flour, makki atta, makka atta
  poha, flattened rice, chivda, chiwda, chura
  puffed rice, murmura, muri, kurmura, mamra
  sabudana, sago, javvarisi
  vermicelli, sevai, semiya, seviyan
  daliya, dalia, broken wheat, lapsi
  pearl millet, bajra
  sorghum, jowar, jwar
  finger millet, ragi, nachni, mandua
  barley, jau
  buckwheat, kuttu
  water chestnut, singhara
  amaranth, rajgira
  lentil, dal, daal, dhal
  toor, arhar, tur, tuvar, pigeon pea
  moong, mung, green gram
  urad, udad, black gram
  masoor, masur, red lentil
  bengal gram, chana dal
  chickpea, chana, chole
  kabuli chana, white chickpea, safed chana
  kala chana, black chickpea, desi chana
  kidney beans, rajma
  lobia, lobhia, chawli, black eyed beans, black eyed peas, cowpea
  moth beans, matki
  horse gram, kulthi, kollu
  soya chunks, nutri nuggets, meal maker
  peanut, groundnut, moongphali, singdana
  cashew, kaju
  almond, badam
  raisin, kishmish
  walnut, akhrot
  pistachio, pista
  date, khajur, khajoor
  fig, anjeer, anjir
  apricot, khubani, khurmani
  foxnut, makhana
  melon seeds, magaz, magaj
  dry coconut, copra, khopra
  sugar, chini, cheeni, shakkar
  powdered sugar, boora
  rock sugar, mishri
  jaggery, gur, gud, vellam
  salt, namak
  oil, tel
  cooking oil, edible oil
  mustard oil, sarson tel, sarso tel
  coconut oil, nariyal tel
  sesame oil, til tel, gingelly oil
  groundnut oil, moongphali tel
  honey, shahad, shehad
  tea, chai
  tea, chai patti
  coffee, kaapi
  cold coffee, cold brew
  juice, ras
  water, pani
  coconut water, nariyal pani
  turmeric, haldi, manjal
  cumin, jeera, zeera, jira
  black cumin, shah jeera, kala jeera
  mustard, sarson, sarso, rai
  mustard seeds, rai
  coriander, dhania, dhaniya
  chilli, chili, mirch, mirchi
  red chilli, lal mirch, lal mirchi
  green chilli, hari mirch, hari mirchi
  black pepper, kali mirch, kali mirchi, gol mirch, peppercorn, milagu
  white pepper, safed mirch
  cardamom, elaichi, ilaichi, elachi
  black cardamom, badi elaichi, moti elaichi
  green cardamom, choti elaichi, hari elaichi
  clove, laung, lavang
  cinnamon, dalchini
  bay leaf, bay leaves, tej patta, tejpatta
  nutmeg, jaiphal, jayphal
  mace, javitri
  star anise, chakri phool, chakra phool
  carom, ajwain
  nigella, kalonji
  fenugreek, methi
  fenugreek seeds, methi dana, methi seeds
  fenugreek leaves, methi leaves, methi patta
  asafoetida, hing
  fennel, saunf
  sesame, til
  sesame seeds, til
  poppy seeds, khuskhus, khaskhas, khus, khas
  saffron, kesar
  flax, alsi
  flax seeds, alsi
  basil seeds, sabja, tukmaria
  dry ginger, sonth
  dry mango powder, amchur
  tamarind, imli
  vinegar, sirka
  baking soda, meetha soda, mitha soda
  black salt, kala namak
  rock salt, sendha namak
  pickle, achar, achaar
  potato, aloo, alu, batata
  sweet potato, shakarkand, shakarkandi, ratalu
  onion, pyaz, pyaaz, kanda, vengayam
  spring onion, hara pyaz, hari pyaz
  tomato, tamatar, thakkali
  garlic, lahsun, lehsun, lasun, lahsan, lasan, vellulli, poondu
  ginger, adrak, adrakh
  spinach, palak
  cauliflower, gobi, gobhi, phool gobi, phool gobhi
  cabbage, patta gobi, patta gobhi, band gobi, bandh gobhi
  peas, matar, mutter
  green peas, hara matar, hari matar
  okra, bhindi, bhendi, lady finger, ladies finger
  brinjal, baingan, baigan, vangi, eggplant, aubergine
  carrot, gajar
  cucumber, kheera, kakdi, kakri
  radish, mooli
  beetroot, chukandar
  turnip, shalgam
  bitter gourd, karela
  bottle gourd, lauki, ghiya, dudhi
  ridge gourd, turai, torai, tori, dodka
  snake gourd, chichinda, padwal
  pointed gourd, parwal, parval
  ivy gourd, tindora, kundru, tendli
  apple gourd, tinda
  ash gourd, petha
  pumpkin, kaddu
  capsicum, shimla mirch, shimla mirchi, bell pepper
  drumstick, sahjan, moringa, shevga
  cluster beans, gawar, guar, gavar
  colocasia, arbi, arvi, taro
  yam, suran, jimikand
  jackfruit, kathal, phanas
  lotus stem, kamal kakdi
  raw mango, kairi, kaccha aam
  raw banana, kaccha kela
  mushroom, khumb, khumbi
  corn, makka, makki, makai, bhutta, maize
  lemon, nimbu, lime, limbu
  mango, aam
  banana, kela, kele
  apple, seb
  grapes, angoor
  orange, santra, narangi
  sweet lime, mosambi, mausambi
  pomegranate, anar
  papaya, papita
  guava, amrud
  watermelon, tarbooz
  muskmelon, kharbuja, kharbooza
  pineapple, ananas
  pear, nashpati
  peach, aadu
  custard apple, sitaphal, sharifa
  sapota, chikoo, chiku
  litchi, lychee
  gooseberry, amla
  coconut, nariyal
  coriander leaves, dhania patta, dhaniya patta, hara dhania, hara dhaniya, cilantro, kothmir
  curry leaves, kadi patta, kari patta, kadhi patta
  mint leaves, pudina
  mint, pudina
  betel leaf, betel leaves, paan patta
  dill, suva, shepu
  soy, soya
  flower, phool
  marigold, genda
  rose, gulab
  rose water, gulab jal
  mosquito, machhar
  cockroach, tilchatta
  henna, mehndi, mehendi
  broom, jhadu
  mop, pocha
  bucket, balti
  matchbox, machis
  candle, mombatti
  incense, agarbatti
  camphor, kapoor
  knife, chaku, churi
  scissors, kainchi
  lock, tala
  plate, thali
  comb, kanghi
  floor cleaner, phenyl
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

/** Words for the same, the usual spelling first. */
export const synonymGroups: readonly (readonly string[])[] = groups
  .trim()
  .split('\n')
  .map((line) => line.split(',').map((word) => word.trim()));

const synonyms = new Map<string, readonly string[]>();
const keysBySound = new Map<string, string>();
const splitSpellings = new Map<string, string>();
for (const words of synonymGroups) {
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
 * Returns the synonym that these words are together, as the key of `findSynonyms`: 'kalimirch' for 'kaali' and 'mirch',
 * whose own synonyms are not meant then. Two words may be spelled otherwise.
 */
export function findPhrase(words: readonly string[]): string | undefined {
  const joined = words.join('');
  if (synonyms.has(joined)) return joined;
  if (words.length > 2) return undefined;
  const key = keysBySound.get(soundOf(joined));
  return key !== undefined && splitSpellings.has(key) ? key : undefined;
}

/** Returns the usual spelling of a word such as 'dudh'. */
export function findUsualSpelling(word: string): string | undefined {
  if (word.length < minimumSoundLength) return undefined;
  const key = keysBySound.get(soundOf(word));
  return key === undefined ? undefined : (splitSpellings.get(key) ?? key);
}

/** Returns the spelling in several words: 'lady finger' for 'ladyfinger'. */
export function findSplitSpelling(word: string): string | undefined {
  return splitSpellings.get(word);
}

// Short words sound like many others.
const minimumSoundLength = 4;
