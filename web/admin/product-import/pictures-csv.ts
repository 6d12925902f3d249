import type { KeyMatch } from '#contract/products/product.ts';
import { csvText } from '#web/admin/product-import/csv.ts';
import type { PicturesProgress } from './apply-pictures.ts';
import type { Report } from './use-pictures.ts';

export const leftOutTexts: Record<Report['leftOut'][number]['problem'], string> = {
  'not a picture': 'Not a picture',
  'too large': 'Larger than 25 MB',
  'invalid name': 'A name that is not allowed',
  damaged: 'Damaged',
};

export const productsText = (products: readonly Pick<KeyMatch['product'], 'name' | 'unit'>[]) =>
  products.map(({ name, unit }) => `${name}, ${unit}`).join(' · ');

/** What became of an upload. */
export type Uploaded = Pick<PicturesProgress, 'problems'> & { isStopped: boolean };

/**
 * One row for each file: its product, or the reason why it has none. After the upload also what failed; what a stopped one has not sent
 * is not told from what it has.
 */
export function picturesCsv({ matched, ...rest }: Report, uploaded: Uploaded | null): string {
  const problemOf = new Map(uploaded?.problems.map(({ path, text }) => [path, text]));
  const done = uploaded === null || uploaded.isStopped ? '' : 'Uploaded';
  const rows = [
    ...matched.flatMap(({ product, files }) =>
      files.map(({ path }) => [path, product.name, product.unit, problemOf.get(path) ?? done]),
    ),
    ...rest.ambiguous.map(({ path, products }) => [
      ...[path, '', '', `Several products fit: ${productsText(products)}`],
    ]),
    ...rest.unknown.map((path) => [path, '', '', 'No product has this SKU, barcode or name']),
    ...rest.tooMany.map((path) => [path, '', '', 'More than 12 pictures of one product']),
    ...rest.leftOut.map(({ path, problem }) => [path, '', '', leftOutTexts[problem]]),
  ];
  return csvText([['File', 'Product', 'Unit', 'Result'], ...rows]);
}
