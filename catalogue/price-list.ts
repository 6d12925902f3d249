/** One thing on the price list, in all its sizes. */
export interface PriceListEntry {
  title: string;
  food: string;
  /** Shapes it is packed in; brands choose among them. */
  shapes: readonly string[];
  sizes: readonly Size[];
}

interface Size {
  unit: string;
  pricePaise: number;
}

/**
 * Reads a line of a price list: `Toned Milk | pouch carton | glass-of-milk | 500 ml 28, 1 L 55`, that is what it
 * is called, the shapes it is packed in, the food on its picture, and sizes with their prices in rupees.
 * `{Mango@mango, Litchi} Juice` stands for two things, the first with a food of its own. Throws on anything else.
 */
export function readPriceListLine(line: string): PriceListEntry[] {
  const [titles, shapes, food, sizes, ...rest] = line.split('|').map((part) => part.trim());
  if (!titles || !shapes || !food || !sizes || rest.length > 0) throw new Error(`Not a line: ${line}`);
  return readTitles(titles, food).map((entry) => ({
    ...entry,
    shapes: shapes.split(' '),
    sizes: sizes.split(',').map(readSize),
  }));
}

function readTitles(titles: string, food: string): { title: string; food: string }[] {
  const braces = /^(.*?)\{(.+)\}(.*)$/.exec(titles);
  if (braces === null) return [{ title: titles, food }];
  const [, before = '', variants = '', after = ''] = braces;
  return variants.split(',').map((variant) => {
    const [name = '', ownFood] = variant.trim().split('@');
    return { title: `${before}${name}${after}`.trim(), food: ownFood ?? food };
  });
}

function readSize(text: string): Size {
  const match = /^(.+) (\d+(?:\.\d{1,2})?)$/.exec(text.trim());
  if (match === null) throw new Error(`Not a size with a price: ${text}`);
  const [, unit = '', rupees = ''] = match;
  return { unit, pricePaise: Math.round(Number(rupees) * 100) };
}
