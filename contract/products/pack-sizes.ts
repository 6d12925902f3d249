import { formatExactPaise, paisePerRupee } from '#contract/base/money.ts';

const numberWords: Readonly<Record<string, number>> = {
  half: 0.5,
  aadha: 0.5,
  adha: 0.5,
  quarter: 0.25,
  pav: 0.25,
  paav: 0.25,
  dedh: 1.5,
  dhai: 2.5,
  a: 1,
  an: 1,
  one: 1,
  ek: 1,
  two: 2,
  do: 2,
  three: 3,
  teen: 3,
  four: 4,
  char: 4,
  five: 5,
  paanch: 5,
  six: 6,
  ten: 10,
  das: 10,
};
const fractions: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };

const unitFactors = {
  g: { kg: 1000, kgs: 1000, kilo: 1000, kilogram: 1000, g: 1, gm: 1, grm: 1, gram: 1 },
  ml: { l: 1000, ltr: 1000, lt: 1000, lit: 1000, litre: 1000, liter: 1000, ml: 1, millilitre: 1 },
  pc: {
    pc: 1,
    piece: 1,
    pack: 1,
    packet: 1,
    pkt: 1,
    pouch: 1,
    pouche: 1,
    sachet: 1,
    unit: 1,
    nos: 1,
    count: 1,
    ct: 1,
    dozen: 12,
    darjan: 12,
  },
};
const units = new Map(
  Object.entries(unitFactors).flatMap(([base, factors]) =>
    Object.entries(factors).map(([unit, factor]) => [unit, { base, factor }] as const),
  ),
);

// Longer units first, so that 'gram' is not read as 'g'.
const unitPattern = [...units.keys()].sort((one, other) => other.length - one.length).join('|');
const numberPattern = String.raw`\d{0,6}\.\d{1,3}|\d{1,6}(?:\/[248])?`;
const wordPattern = String.raw`(?<![\p{L}\p{N}])(?:${Object.keys(numberWords).join('|')})(?:\s+an?)?\s`;
const sizePattern = new RegExp(
  String.raw`(?:(\d{1,3})\s*[x×*]\s*)?(${numberPattern}|${wordPattern})\s*(${unitPattern})s?(?![a-z0-9])`,
  'gu',
);
const groupPattern = /(?<![\p{L}\p{N}])(?:pack|packet|pkt|set|box|combo)\s+of\s+(\d{1,3})(?![\p{L}\p{N}])/gu;
const dozenPattern = /(?<![\p{L}\p{N}])(?:dozen|darjan)(?![\p{L}\p{N}])/gu;

/** A size as a text names it, in base units. */
interface NamedSize {
  /** Of one piece. */
  amount: number;
  base: string;
  /** How often: 4 in '4 x 250 g'. */
  times: number | null;
}

/** The sizes that a text names, and the text without them in lower case. */
function readSizes(text: string): { rest: string; named: NamedSize[] } {
  const named: NamedSize[] = [];
  const rest = text
    .toLowerCase()
    .replace(/(?<=(\d?))\s?([½¼¾])/gu, (_all, digit: string, fraction: string) => {
      const decimals = fractions[fraction] ?? '';
      return digit === '' ? ` 0${decimals}` : decimals;
    })
    .replace(sizePattern, (_all, times: string | undefined, amount: string, unit: string) => {
      const { base, factor } = units.get(unit) ?? { base: unit, factor: 1 };
      named.push({
        amount: toNumber(amount) * factor,
        base,
        times: times === undefined ? null : Number(times),
      });
      return ' ';
    })
    .replace(groupPattern, (_all, count: string) => {
      named.push({ amount: Number(count), base: 'pc', times: null });
      return ' ';
    })
    .replace(dozenPattern, () => {
      named.push({ amount: 12, base: 'pc', times: null });
      return ' ';
    });
  return { rest, named };
}

/**
 * Extracts pack sizes from a search or the unit and name of a product, in base units: 'milk 1.5 L' gives the rest
 * 'milk' and the size '1500ml'. '4 x 250 g' is the sizes of one piece, of all, and the number of pieces. Packs,
 * pieces and dozens are pieces.
 */
export function extractSizes(text: string): { rest: string; sizes: string[] } {
  const { rest, named } = readSizes(text);
  const sizes = named.flatMap(({ amount, base, times }) => [
    toSize(amount, base),
    ...(times === null ? [] : [toSize(times, 'pc'), toSize(times * amount, base)]),
  ]);
  return { rest, sizes: [...new Set(sizes)] };
}

/** What a pack contains: grams, millilitres or pieces. */
export interface PackQuantity {
  /** In thousandths of `base`. */
  thousandthsOfUnit: number;
  base: 'g' | 'ml' | 'pc';
}

// What units name besides weights and volumes, and N, the symbol of pieces on packs. A search for 'tea bags 25' finds
// these words in names, so they are no units there.
const countedPattern =
  /(?<=\d\s*)(?:(?:(?:tea\s+)?bag|bar|bottle|box|boxe|btl|bunche|can|capsule|cup|diaper|egg|jar|napkin|pad|pair|roll|sack|sheet|slice|stick|strip|tablet|tin|tissue|tray|tube|wipe)s?|n)(?![\p{L}\p{N}])/gu;
/** Thousands as in 1,000 and 1,00,000. '100,200 g' can also be two sizes. */
const groupedPattern = /(?<![\d.,])\d{1,2}(?:,\d{2})*,\d{3}(?!\d|,\d)/g;
/** The 1 of '1 pack of 6'. */
const oneGroupPattern = /(?<![\d.,/]|[x×*]\s*)1\s+(?=(?:pack|packet|pkt|set|box|combo)\s+of\s+\d)/gu;
const milligramPattern = /(\d{1,6}(?:\.\d{1,3})?)\s*(?:mg|milligrams?)(?![\p{L}\p{N}])/gu;
/** '100 g x 4', also '100 g x 4 pcs'. */
const timesPattern = /^(.*\p{L})\s*[x×*]\s*(\d{1,3})(?:\s*(?:pcs?|pieces?|packs?|nos|units?)\.?)?$/u;
/** Words beside a quantity that do not change it. */
const fillerPattern =
  /^(?:approx(?:imately)?|about|net|weight|wt|qty|quantity|volume|vol|family|(?:bag|btl|bottle|cup|jar|sack|tin|tray|tube)s?|pack|packet|pouch|sachet|box|can|carton|tub|tetra|refill|loose|of|a|\p{P}|\s)*$/u;

/**
 * The quantity that the unit of a product names: 5000 g of '5 kg', 400 g of '4 x 100 g', 12 pieces of '12 pack'. Null
 * for units that name none, and for those that can be understood in two ways, such as '100 g (pack of 4)'.
 */
export function parsePackQuantity(unit: string): PackQuantity | null {
  const text = unit
    .toLowerCase()
    .trim()
    .replace(milligramPattern, (_all, amount: string) => `${Number(amount) / 1000} g`)
    .replace(groupedPattern, (grouped) => grouped.replaceAll(',', ''))
    .replace(oneGroupPattern, '')
    .replace(countedPattern, 'pc')
    .replace(timesPattern, '$2 x $1');
  const { rest, named } = readSizes(text);
  if (!fillerPattern.test(rest)) return null;
  const measured = named.filter(({ base }) => base !== 'pc');
  const counted = named.filter(({ base }) => base === 'pc');
  const isOne = ({ amount, times }: NamedSize) => amount * (times ?? 1) === 1;
  // One piece of a weight is that weight, and one pack of pieces, one of them in brackets, is these pieces.
  const isOneWeight = measured.length > 0 && counted.every(isOne);
  const isOneGroup = measured.length === 0 && named.length === 2 && rest.includes('(');
  const sizes = isOneWeight ? measured : isOneGroup ? named.filter((size) => !isOne(size)) : named;
  const [size, ...others] = sizes;
  if (size === undefined || others.length > 0) return null;
  const { amount, base, times } = size;
  const thousandthsOfUnit = Math.round(amount * (times ?? 1) * 1000);
  if (thousandthsOfUnit <= 0 || (base === 'pc' && thousandthsOfUnit % 1000 !== 0)) return null;
  return base === 'g' || base === 'ml' || base === 'pc' ? { thousandthsOfUnit, base } : null;
}

/** The message for a product by weight whose unit is not the weight of its step; undefined for a valid one. */
export function findStepProblem({
  unit,
  stepGrams,
}: {
  unit?: string | undefined;
  stepGrams?: number | null | undefined;
}): string | undefined {
  if (unit === undefined || stepGrams == null) return undefined;
  const quantity = parsePackQuantity(unit);
  if (quantity?.base === 'g' && quantity.thousandthsOfUnit === stepGrams * 1000) return undefined;
  return `The unit has to be the weight of a step: ${stepGrams} g.`;
}

function toNumber(amount: string): number {
  const word = amount.trim().split(/\s/u)[0] ?? '';
  const [number = '', divisor = '1'] = word.split('/');
  return numberWords[word] ?? Number(number) / Number(divisor);
}

function toSize(amount: number, base: string): string {
  // Thousandths have no exact binary form: 1.005 × 1000 is not quite 1005.
  return `${Math.round(amount * 1000) / 1000}${base}`;
}

const thousand = 1000;
const large = { g: 'kg', ml: 'L' } as const;

/** Unit prices of one pack, the same in all languages. */
interface UnitPrices {
  /** Of a kilogram, litre or piece, whatever the size of the pack, so that the packs of a list can be compared. */
  compared: string;
  /**
   * What rule 6(11) of the Legal Metrology (Packaged Commodities) Rules has declared: of a gram or millilitre for a
   * pack of less than 1 kg or 1 litre, otherwise as `compared`, rounded to paise.
   */
  declared: string;
}

/**
 * The unit prices of a pack: `₹120.00/kg` and `₹0.12/g`. Both are empty for a unit without a quantity, one piece, and
 * a price of 0.
 *
 * @param pricePaise after discount
 */
export function toUnitPrices(unit: string, pricePaise: number): UnitPrices {
  const quantity = parsePackQuantity(unit);
  if (quantity === null || pricePaise === 0) return { compared: '', declared: '' };
  const { thousandthsOfUnit, base } = quantity;
  // All factors together stay below 2^53, so only the division rounds.
  const small = (pricePaise * thousand) / thousandthsOfUnit;
  if (base === 'pc') {
    if (thousandthsOfUnit === thousand) return { compared: '', declared: '' };
    return { compared: formatCompared(small, base), declared: formatDeclared(small, base) };
  }
  const whole = (pricePaise * thousand * thousand) / thousandthsOfUnit;
  const isSmall = thousandthsOfUnit < thousand * thousand;
  return {
    compared: formatCompared(whole, large[base]),
    declared: isSmall ? formatDeclared(small, base) : formatDeclared(whole, large[base]),
  };
}

const twoDigits = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumSignificantDigits: 2,
});

/** To paise, and below 10 paise two significant digits: one digit would make different prices the same. */
function formatCompared(paise: number, per: string): string {
  const rounded = Math.round(paise);
  const text = rounded < 10 ? twoDigits.format(paise / paisePerRupee) : formatExactPaise(rounded);
  return `${text}/${per}`;
}

/** To paise, as the rule has it; below half a paisa, which it would make nothing, two significant digits. */
function formatDeclared(paise: number, per: string): string {
  const rounded = Math.round(paise);
  return `${rounded === 0 ? twoDigits.format(paise / paisePerRupee) : formatExactPaise(rounded)}/${per}`;
}
