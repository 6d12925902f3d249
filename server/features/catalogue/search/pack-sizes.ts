const numberWords: Readonly<Record<string, number>> = {
  ...{ half: 0.5, aadha: 0.5, adha: 0.5, quarter: 0.25, pav: 0.25, paav: 0.25, dedh: 1.5, dhai: 2.5 },
  ...{
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
  },
};
const fractions: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };

const unitFactors = {
  g: { kg: 1000, kgs: 1000, kilo: 1000, kilogram: 1000, g: 1, gm: 1, gram: 1 },
  ml: { l: 1000, ltr: 1000, litre: 1000, liter: 1000, ml: 1, millilitre: 1 },
  pc: {
    ...{
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
    },
    ...{ dozen: 12, darjan: 12 },
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

/**
 * Extracts pack sizes from a search or the unit and name of a product, in base units: 'milk 1.5 L' gives the rest 'milk' and the
 * size '1500ml'. '4 x 250 g' is the sizes of one piece, of all, and the number of pieces. Packs, pieces and dozens are pieces.
 */
export function extractSizes(text: string): { rest: string; sizes: string[] } {
  const sizes = new Set<string>();
  const rest = text
    .toLowerCase()
    .replace(/(?<=(\d?))\s?([½¼¾])/gu, (_all, digit: string, fraction: string) => {
      const decimals = fractions[fraction] ?? '';
      return digit === '' ? ` 0${decimals}` : decimals;
    })
    .replace(sizePattern, (_all, times: string | undefined, amount: string, unit: string) => {
      const { base, factor } = units.get(unit) ?? { base: unit, factor: 1 };
      const ofOne = toNumber(amount) * factor;
      sizes.add(toSize(ofOne, base));
      if (times !== undefined) {
        sizes.add(toSize(Number(times), 'pc'));
        sizes.add(toSize(Number(times) * ofOne, base));
      }
      return ' ';
    })
    .replace(groupPattern, (_all, count: string) => {
      sizes.add(toSize(Number(count), 'pc'));
      return ' ';
    })
    .replace(dozenPattern, () => {
      sizes.add('12pc');
      return ' ';
    });
  return { rest, sizes: [...sizes] };
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
