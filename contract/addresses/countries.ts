import { isIndia } from './country.ts';

// ISO 3166 codes, without uninhabited territories.
const codes =
  `IN AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY
BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IO IQ IR IS IT JE JM JO JP KE KG KH
KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA
VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`.split(/\s/);

// English and the languages of India that browsers know names of countries in.
const languages = ['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'ur', 'kn', 'or', 'ml', 'pa', 'as', 'ne'];

// What people write, as `toComparable` has it, besides the names of `Intl.DisplayNames`.
const otherNames: Readonly<Record<string, string>> = {
  unitedstatesofamerica: 'US',
  usa: 'US',
  america: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  uae: 'AE',
  dubai: 'AE',
  ksa: 'SA',
  burma: 'MM',
  holland: 'NL',
  czechrepublic: 'CZ',
  turkey: 'TR',
  southkorea: 'KR',
  northkorea: 'KP',
  ivorycoast: 'CI',
  swaziland: 'SZ',
  macedonia: 'MK',
  hongkong: 'HK',
  macau: 'MO',
  macao: 'MO',
  palestine: 'PS',
  drc: 'CD',
  capeverde: 'CV',
  easttimor: 'TL',
  vatican: 'VA',
};

/** The letters of a name, without case, accents, spaces and articles. */
function toComparable(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/^the\s/, '')
    .replaceAll(/\band\b|[^\p{L}\p{M}]/gu, '');
}

let codesByName: ReadonlyMap<string, string> | undefined;

function readNames(): ReadonlyMap<string, string> {
  const names = new Map(Object.entries(otherNames));
  for (const language of languages) {
    const ofLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = ofLanguage.of(code);
      if (name !== undefined) names.set(toComparable(name), code);
    }
  }
  return names;
}

/** The ISO 3166 code of a country by its code, or its name in English or a language of India; undefined if unknown. */
export function findCountryCode(country: string): string | undefined {
  if (isIndia(country)) return 'IN';
  const code = country.trim().toUpperCase();
  if (codes.includes(code)) return code;
  codesByName ??= readNames();
  return codesByName.get(toComparable(country));
}

/** The name of a country in a language. */
export function toCountryName(code: string, language = 'en'): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}

/** The countries of the world, India first, then by their English names. */
export function listCountryCodes(): string[] {
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const [india = 'IN', ...others] = codes;
  const sorted = others.map((code) => [english.of(code) ?? code, code] as const).toSorted();
  return [india, ...sorted.map(([, code]) => code)];
}
