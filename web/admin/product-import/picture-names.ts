import { maximumProductImages } from '#contract/images/image.ts';
import type { KeyMatch } from '#contract/products/product.ts';

/** What the name of a file says: the texts by which its product is found, and which of its pictures it is. */
export interface PictureName {
  /** The name without folder and extension, then, if it ends with a number such as `-2`, without that. */
  keys: readonly string[];
  /** The number at its end, for the second key; 0 without one. */
  position: number;
}

const maximumKeyLength = 200;
// `-1`, `_2`, ` 3`, `(4)`: at most two digits, so that numbers such as SKUs are not taken apart.
const numbered = /^(.+?)(?:[-_ ]+(\d{1,2})|[-_ ]*\((\d{1,2})\))$/u;

/** Reads a file name. Null for a name that can be no picture of a product. */
export function parsePictureName(path: string): PictureName | null {
  const file = path.split(/[/\\]/).at(-1) ?? '';
  const stem = file
    .replace(/\.[0-9A-Za-z]{1,5}$/, '')
    .normalize('NFC')
    .trim()
    .toLowerCase();
  if (stem === '' || stem.length > maximumKeyLength || /\p{Cc}/u.test(stem)) return null;
  const [, base, plain, inBrackets] = numbered.exec(stem) ?? [];
  if (base === undefined) return { keys: [stem], position: 0 };
  return { keys: [stem, base], position: Number(plain ?? inBrackets) };
}

/** Files that operating systems add to folders and ZIP files. */
export function isSystemFile(path: string): boolean {
  const parts = path.split(/[/\\]/);
  const file = parts.at(-1) ?? '';
  return (
    file === '' ||
    file.startsWith('.') ||
    parts.includes('__MACOSX') ||
    /^(thumbs\.db|desktop\.ini)$/i.test(file)
  );
}

/** Whether a path leaves its folder, is absolute or has characters that no ordinary program writes. */
export function isHostilePath(path: string): boolean {
  return (
    path.length > 1000 ||
    /\p{Cc}/u.test(path) ||
    /^(?:[/\\]|[A-Za-z]:)/.test(path) ||
    path.split(/[/\\]/).includes('..')
  );
}

/** A product to which pictures can belong. */
export type PictureProduct = KeyMatch['product'];

/** A picture before it is uploaded. */
export interface PictureFile {
  /** With its folder in the ZIP file. */
  path: string;
  name: PictureName;
  read: () => Promise<File>;
}

/** The pictures of a product in their order. */
export interface ProductPictures {
  product: PictureProduct;
  files: PictureFile[];
}

export interface PictureMatches {
  matched: ProductPictures[];
  /** Files whose name fits several products. */
  ambiguous: { path: string; products: PictureProduct[] }[];
  /** Files whose name fits none. */
  unknown: string[];
  /** Files beyond the most pictures of a product. */
  tooMany: string[];
}

const tiers = ['sku', 'barcode', 'nameAndUnit', 'name'] as const;

/**
 * Finds the product of each file: by its whole name before its name without number, and by SKU, barcode, name in this
 * order.
 */
export function matchPictures(files: readonly PictureFile[], matches: readonly KeyMatch[]): PictureMatches {
  const byKey = Map.groupBy(matches, ({ key }) => key);
  const found = new Map<
    string,
    { product: PictureProduct; pictures: { file: PictureFile; position: number }[] }
  >();
  const result: PictureMatches = { matched: [], ambiguous: [], unknown: [], tooMany: [] };
  for (const file of files) {
    const { products, position } = findProducts(file.name, byKey);
    const [product] = products;
    if (product === undefined) result.unknown.push(file.path);
    else if (products.length > 1) result.ambiguous.push({ path: file.path, products });
    else {
      const known = found.get(product._id) ?? { product, pictures: [] };
      known.pictures.push({ file, position });
      found.set(product._id, known);
    }
  }
  for (const { product, pictures } of found.values()) {
    const sorted = pictures
      .sort((one, other) => one.position - other.position || compare(one.file.path, other.file.path))
      .map(({ file }) => file);
    result.matched.push({ product, files: sorted.slice(0, maximumProductImages) });
    result.tooMany.push(...sorted.slice(maximumProductImages).map(({ path }) => path));
  }
  return result;
}

function findProducts({ keys, position }: PictureName, byKey: ReadonlyMap<string, readonly KeyMatch[]>) {
  for (const [index, key] of keys.entries()) {
    const matches = byKey.get(key) ?? [];
    for (const tier of tiers) {
      const products = new Map(
        matches.filter(({ by }) => by === tier).map(({ product }) => [product._id, product]),
      );
      if (products.size > 0)
        return { products: [...products.values()], position: index === 0 ? 0 : position };
    }
  }
  return { products: [], position: 0 };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The pictures of a product with new ones: after its present ones, or instead of them. */
export function mergeImages(
  present: readonly string[],
  added: readonly string[],
  mode: 'add' | 'replace',
): { images: string[]; dropped: number } {
  const all = [...new Set(mode === 'add' ? [...present, ...added] : added)];
  return {
    images: all.slice(0, maximumProductImages),
    dropped: Math.max(0, all.length - maximumProductImages),
  };
}
