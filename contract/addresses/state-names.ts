import { gstStates } from '#contract/base/gstin.ts';
import { isIndia } from './country.ts';
import { findPincodePlace, toComparableState } from './pincode-places.ts';

// Names in Hindi by the code of the state in GST, former and other spellings too.
const hindiNames: Readonly<Record<string, string>> = {
  '01': 'जम्मू और कश्मीर|जम्मू कश्मीर',
  '02': 'हिमाचल प्रदेश|हिमाचल',
  '03': 'पंजाब',
  '04': 'चंडीगढ़',
  '05': 'उत्तराखंड|उत्तरांचल',
  '06': 'हरियाणा',
  '07': 'दिल्ली|नई दिल्ली|राष्ट्रीय राजधानी क्षेत्र दिल्ली',
  '08': 'राजस्थान',
  '09': 'उत्तर प्रदेश',
  '10': 'बिहार',
  '11': 'सिक्किम',
  '12': 'अरुणाचल प्रदेश|अरुणाचल',
  '13': 'नागालैंड|नगालैंड',
  '14': 'मणिपुर',
  '15': 'मिज़ोरम',
  '16': 'त्रिपुरा',
  '17': 'मेघालय',
  '18': 'असम|आसाम',
  '19': 'पश्चिम बंगाल|पश्चिमी बंगाल',
  '20': 'झारखंड',
  '21': 'ओडिशा|उड़ीसा',
  '22': 'छत्तीसगढ़',
  '23': 'मध्य प्रदेश',
  '24': 'गुजरात',
  '26': 'दादरा और नगर हवेली और दमन और दीव|दादरा और नगर हवेली|दमन और दीव|दमन|दीव|सिलवासा',
  '27': 'महाराष्ट्र',
  '29': 'कर्नाटक',
  '30': 'गोवा',
  '31': 'लक्षद्वीप',
  '32': 'केरल|केरला',
  '33': 'तमिलनाडु',
  '34': 'पुदुच्चेरी|पुडुचेरी|पांडिचेरी|पॉन्डिचेरी|कराईकल|माहे|यनम',
  '35': 'अंडमान और निकोबार द्वीपसमूह|अंडमान और निकोबार',
  '36': 'तेलंगाना|तेलंगाणा',
  '37': 'आंध्र प्रदेश|आंध्रा प्रदेश',
  '38': 'लद्दाख',
};

// Cities in ranges of PIN codes of two states, by the code of their state.
const borderCities: Readonly<Record<string, string>> = {
  '03': 'Mohali|SAS Nagar|S.A.S. Nagar (Mohali)|Sahibzada Ajit Singh Nagar|Kharar|Zirakpur|Dera Bassi|Derabassi|मोहाली',
  '04': 'Chandigarh|Manimajra|चंडीगढ़',
  '05':
    'Roorkee|Kashipur|Jaspur|Ramnagar|Kotdwar|Kotdwara|Pauri|Pauri Garhwal|Srinagar|Srinagar Garhwal|Rudraprayag|Chamoli|Gopeshwar|' +
    'Joshimath|Badrinath|Karnaprayag|Lansdowne|Pithoragarh|Champawat|Lohaghat|Tanakpur|Khatima|Sitarganj|रुड़की|काशीपुर|रामनगर|कोटद्वार|पौड़ी|खटीमा',
  '09': 'Saharanpur|Bijnor|Najibabad|Dhampur|Nagina|Moradabad|Thakurdwara|Pilibhit|Puranpur|Lakhimpur|Lakhimpur Kheri|Deoband|Gangoh|सहारनपुर|बिजनौर|पीलीभीत',
  '10': 'Bhagalpur|Banka|Amarpur|Kahalgaon|Naugachia|भागलपुर|बांका',
  '20': 'Deoghar|Dumka|Godda|Jasidih|Jamtara|Basukinath|Sahibganj|देवघर|दुमका|गोड्डा',
  '24': 'Vapi|Valsad|Una|Kodinar|Veraval|वापी|वलसाड|ऊना',
  '26': 'Daman|Nani Daman|Moti Daman|Diu|Silvassa|Naroli|Dadra|Khanvel|दमन|दीव|सिलवासा',
  '32': 'Kannur|Kozhikode|Thalassery|Vatakara|Vadakara',
  '33': 'Cuddalore|Villupuram|Viluppuram|Tindivanam|Panruti|Nagapattinam|Chidambaram|Neyveli',
  '34': 'Puducherry|Pondicherry|Pondy|Karaikal|Mahe|Yanam|Ozhukarai|Villianur|Bahour|पुदुच्चेरी|पुडुचेरी|पांडिचेरी|कराईकल|माहे|यनम',
  '36': 'Bhadrachalam|Kothagudem|Palwancha|Paloncha|Manuguru|Khammam|Sathupalli',
  '37': 'Kakinada|Ramachandrapuram|Kunavaram|Chintur|Chinturu|Nellipaka|Etapaka',
};

// Conjunct nasals are also typed as anusvara (चण्डीगढ़, चंडीगढ़), and the dot below is left out.
const nasal = /[ङञणनम]्(?=[क-ह])|ँ/g;
const and = /(^|\s)(?:और|एवं|एवम|व|तथा|&)(?=\s|$)/g;

/** Letters that are the same for spellings of a name in Latin or Devanagari letters; empty for other scripts. */
function toComparableName(name: string): string {
  const letters = name
    .normalize('NFD')
    .replaceAll('\u093c', '')
    .replaceAll(and, ' ')
    .replaceAll(nasal, 'ं')
    .replaceAll(/[^\u0900-\u0963]/g, '');
  return letters === '' ? toComparableState(name) : letters;
}

function toCodes(names: Readonly<Record<string, string>>): [name: string, code: string][] {
  return Object.entries(names).flatMap(([code, list]) =>
    list.split('|').map((name): [string, string] => [toComparableName(name), code]),
  );
}

const codesByState = new Map([...toCodes(gstStates), ...toCodes(hindiNames)]);
const codesByCity = new Map(toCodes(borderCities));

/** The code in GST of a state by its name in English or Hindi, or a former or short name. */
export function findStateCode(state: string): string | undefined {
  return codesByState.get(toComparableName(state));
}

/** The code in GST of the state of a city at a border. */
export function findBorderCityCode(city: string): string | undefined {
  return codesByCity.get(toComparableName(city));
}

/**
 * The states that a PIN code is in, if the state of an address is another one: one of the two is wrong, and the place
 * of supply depends on it. Undefined if they agree or one of them is unknown.
 */
export function findOtherStates({
  state,
  pincode,
  country,
}: {
  state: string;
  pincode: string;
  country: string;
}): readonly string[] | undefined {
  const named = findStateCode(state);
  const states = isIndia(country) ? findPincodePlace(pincode)?.states : undefined;
  if (named === undefined || states === undefined) return undefined;
  return states.some((name) => findStateCode(name) === named) ? undefined : states;
}
