import { unescapeFormula } from '#contract/base/table-file.ts';
import type { ProductColumn } from '#contract/product-import/product-file.ts';
import { normalizeBarcode, toBarcodeKey } from '#contract/products/barcode.ts';
import type { Context } from '#server/http/context.ts';
import { findKnownImages } from '#server/images/image.service.ts';
import { parseList, shortenedMessage, toCode, toSingleLine } from './cells.ts';
import { type ImportProblem, truncate } from './csv-file.ts';
import {
  type ExistingProduct,
  type ProductKeys,
  selectFragileSkus,
  selectKeys,
  selectKnownProducts,
} from './product-import.queries.ts';
import { damageKeys, isDamaged, isShortenedNumber } from './spreadsheet-damage.ts';
import type { FileRow, RowValidation } from './validate-row.ts';

/** The column by which a product was found. */
export type MatchedBy = 'id' | 'sku' | 'barcode' | 'name';

export type Match =
  | { product: ExistingProduct; by: MatchedBy; warning?: ImportProblem }
  | { product: undefined; warning?: ImportProblem }
  | ImportProblem;

/** A combination that belongs to one product, and the column and words of an error about it. */
export interface Identity {
  key: string;
  column: 'sku' | 'barcode' | 'name';
  code: 'SKU_TAKEN' | 'BARCODE_TAKEN' | 'NAME_TAKEN';
  /** As in 'already has this SKU'. */
  what: string;
}

/** Products and images that the rows of a batch refer to. */
export interface RowReferences {
  images: ReadonlySet<string>;
  /** Finds the product of a row: by id, SKU, barcode, then name, unit and brand. `isClaimed`: by an earlier row. */
  match(row: FileRow, isClaimed: (id: string) => boolean): Match;
  /** What identifies the product once the row has been applied, valid or not. */
  identitiesOf(
    row: FileRow,
    before: ExistingProduct | undefined,
    fields: RowValidation['fields'],
  ): Identity[];
  /** The product that has one of these, other than `before`. */
  findHolder(identity: Identity, before: ExistingProduct | undefined): ExistingProduct | undefined;
}

const identifying: readonly ProductColumn[] = ['name', 'unit', 'brand', 'sku', 'barcode'];

/** Finds everything that rows refer to in a few statements. */
export async function findRowReferences(
  context: Context,
  rows: readonly FileRow[],
  fragileSkus: FragileSkus,
): Promise<RowReferences> {
  const keyOf = await findKeys(context, rows);
  const cellKeys = (column: ProductColumn) =>
    [...new Set(rows.flatMap(({ cells }) => spellingsOf(cells[column] ?? '').map(keyOf)))].filter(
      (key) => key !== '',
    );
  const wanted = {
    ids: rows.map(({ cells }) => toSingleLine(cells.id ?? '')).filter((id) => id !== ''),
    skus: rows
      .flatMap(({ cells }) => {
        const code = toCode(cells.sku ?? '');
        return [keyOf(code), ...damagedOf(code, fragileSkus).map((sku) => sku.toLowerCase())];
      })
      .filter((key) => key !== ''),
    barcodes: rows.map(({ cells }) => barcodeKeyOf(cells.barcode ?? '')).filter((key) => key !== ''),
    names: cellKeys('name'),
    // Products of the same names in other units need not be read.
    units: rows.every(({ cells }) => toSingleLine(cells.unit ?? '') !== '') ? cellKeys('unit') : null,
  };
  const products = await selectKnownProducts(context.db, wanted);
  if (rows.some(keepsNameOnly)) {
    const read = new Set(products.map(({ id }) => id));
    const names = new Set(products.map(({ name_key }) => name_key));
    const others = await selectKnownProducts(context.db, { ...nothing, names: [...names] });
    products.push(...others.filter(({ id }) => !read.has(id)));
  }
  const images = await findKnownImages(
    context,
    rows.flatMap(({ cells }) => parseList(cells.images ?? '')),
  );
  return createReferences(products, { images, keyOf, fragileSkus });
}

/** Whether a row can make its product equal to another one of its present name, which the file does not have. */
function keepsNameOnly({ cells }: FileRow): boolean {
  const { name = '', unit, brand, id = '', sku, barcode } = cells;
  if (toSingleLine(name) !== '') return false;
  const losesCode = toSingleLine(id) !== '' && (sku !== undefined || barcode !== undefined);
  return unit !== undefined || brand !== undefined || losesCode;
}

const nothing = { ids: [], skus: [], barcodes: [], names: [], units: null };

/** Returns a function from a text of these rows to what the unique indexes compare, without case. */
async function findKeys({ db }: Context, rows: readonly FileRow[]): Promise<(spelling: string) => string> {
  const cells = rows.flatMap(({ cells }) => identifying.map((column) => cells[column] ?? ''));
  const spellings = [...new Set(cells.flatMap((cell) => [...spellingsOf(cell), toCode(cell)]))];
  const keys = await selectKeys(db, spellings);
  const keyBySpelling = new Map(spellings.map((text, index) => [text, keys[index] ?? text]));
  return (spelling) => keyBySpelling.get(spelling) ?? spelling;
}

/** SKUs that spreadsheets change, by what they may be changed to. */
export type FragileSkus = ReadonlyMap<string, readonly string[]>;

export async function loadFragileSkus({ db }: Context): Promise<FragileSkus> {
  const byKey = new Map<string, string[]>();
  for (const sku of await selectFragileSkus(db))
    for (const key of damageKeys(sku)) byKey.set(key, [...(byKey.get(key) ?? []), sku]);
  return byKey;
}

/** The SKUs of which a spreadsheet can have made a code. */
function damagedOf(code: string, fragileSkus: FragileSkus): string[] {
  const candidates = damageKeys(code).flatMap((key) => fragileSkus.get(key) ?? []);
  return [...new Set(candidates)].filter((sku) => isDamaged(code, sku));
}

function createReferences(
  products: readonly ExistingProduct[],
  {
    images,
    keyOf,
    fragileSkus,
  }: { images: ReadonlySet<string>; keyOf: (spelling: string) => string; fragileSkus: FragileSkus },
): RowReferences {
  const byId = new Map(products.map((product) => [product.id, product]));
  const byName = Map.groupBy(products, ({ name_key }) => name_key);
  const byIdentity = new Map(
    products.flatMap((product) =>
      toIdentities(product).map(({ key }): [string, ExistingProduct] => [key, product]),
    ),
  );
  const isIn = (cell: string, key: string) => spellingsOf(cell).some((spelling) => keyOf(spelling) === key);

  /**
   * Products that agree with all identifying cells of a row. A SKU or barcode can be added to a product without one.
   */
  function findByName({ cells }: FileRow): ExistingProduct[] {
    const { name = '', unit = '', brand, sku, barcode } = cells;
    for (const spelling of spellingsOf(name)) {
      const found = (byName.get(keyOf(spelling)) ?? []).filter(
        (product) =>
          (toSingleLine(unit) === '' || isIn(unit, product.unit_key)) &&
          (brand === undefined || isIn(brand, product.brand_key)) &&
          (sku === undefined || product.sku === '') &&
          (barcode === undefined || product.barcode === ''),
      );
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * The product whose SKU a spreadsheet has probably changed in this row: if the names agree, the row is about it;
   * otherwise the row is another product.
   */
  function findDamaged({ line, cells }: FileRow): Extract<Match, { product: unknown }> | null {
    const code = toCode(cells.sku ?? '');
    const found = products.filter(({ sku }) => damagedOf(code, fragileSkus).includes(sku));
    const [first] = found;
    if (first === undefined) return null;
    const warn = (rest: string): ImportProblem => {
      const message = `A spreadsheet has probably made ${truncate(code)} of ${truncate(first.sku)}, ${rest}`;
      return { line, column: 'sku', code: 'SPREADSHEET', message };
    };
    const name = cells.name ?? '';
    const product = found.find((each) => toSingleLine(name) === '' || isIn(name, each.name_key));
    if (product === undefined || found.length > 1)
      return {
        product: undefined,
        warning: warn(`the SKU of ${truncate(first.name)}. The row is a new product.`),
      };
    return { product, by: 'sku', warning: warn('which stays.') };
  }

  return {
    images,
    match(row, isClaimed) {
      const { line, cells } = row;
      const id = toSingleLine(cells.id ?? '');
      if (id !== '') {
        const product = byId.get(id);
        if (product !== undefined) return { product, by: 'id' };
        const message = `No product has the id ${truncate(id)}. Leave the id empty to create a product.`;
        return { line, column: 'id', code: 'UNKNOWN_ID', message };
      }
      const codes = toCodes(row, keyOf);
      for (const by of ['sku', 'barcode'] as const) {
        const product = byIdentity.get(`${by} ${codes[by]}`);
        if (product !== undefined) return { product, by };
      }
      const damaged = findDamaged(row);
      if (damaged?.product !== undefined) return damaged;
      const hasCode = codes.sku !== '' || codes.barcode !== '';
      if (toSingleLine(cells.name ?? '') === '') return unnamedProblem(row, hasCode);
      // A row with a SKU or barcode is a separate product.
      const found = findByName(row).filter((product) => !hasCode || !isClaimed(product.id));
      const [product, other] = found;
      if (other !== undefined) return ambiguousProblem(row, found.length);
      return product === undefined ? (damaged ?? { product: undefined }) : { product, by: 'name' };
    },
    identitiesOf(row, before, fields) {
      const { cells } = row;
      const after = (column: 'name' | 'unit' | 'brand', key: string | undefined) =>
        fields[column] == null && key !== undefined ? key : keyOf(toSingleLine(cells[column] ?? ''));
      const codes = toCodes(row, keyOf);
      return toIdentities({
        sku_key: fields.sku == null && before !== undefined ? before.sku_key : codes.sku,
        barcode_key: fields.barcode == null && before !== undefined ? before.barcode_key : codes.barcode,
        name_key: after('name', before?.name_key),
        unit_key: after('unit', before?.unit_key),
        brand_key: after('brand', before?.brand_key),
      });
    },
    findHolder({ key }, before) {
      const holder = byIdentity.get(key);
      return holder?.id === before?.id ? undefined : holder;
    },
  };
}

function toIdentities({ sku_key, barcode_key, name_key, unit_key, brand_key }: ProductKeys): Identity[] {
  const identities: Identity[] = [];
  if (sku_key !== '')
    identities.push({ key: `sku ${sku_key}`, column: 'sku', code: 'SKU_TAKEN', what: 'this SKU' });
  if (barcode_key !== '') {
    const key = `barcode ${barcode_key}`;
    identities.push({ key, column: 'barcode', code: 'BARCODE_TAKEN', what: 'this barcode' });
  }
  if (identities.length > 0) return identities;
  const key = `name ${JSON.stringify([name_key, unit_key, brand_key])}`;
  return [{ key, column: 'name', code: 'NAME_TAKEN', what: 'this name, unit and brand' }];
}

function toCodes({ cells }: FileRow, keyOf: (spelling: string) => string) {
  return { sku: keyOf(toCode(cells.sku ?? '')), barcode: barcodeKeyOf(cells.barcode ?? '') };
}

function barcodeKeyOf(cell: string): string {
  return toBarcodeKey(normalizeBarcode(toCode(cell)));
}

function unnamedProblem({ line, cells }: FileRow, hasCode: boolean): ImportProblem {
  if (!hasCode) {
    const message = 'Enter an id, a SKU, a barcode or a name.';
    return { line, column: 'name', code: 'MISSING', message };
  }
  const [column, title] =
    toSingleLine(cells.sku ?? '') === '' ? ['barcode' as const, 'barcode'] : ['sku' as const, 'SKU'];
  const cell = cells[column] ?? '';
  if (isShortenedNumber(toCode(cell))) return { line, column, code: 'INVALID', message: shortenedMessage };
  const code = truncate(toSingleLine(cell));
  const message = `No product has the ${title} ${code}. Enter a name to create one.`;
  return { line, column, code: 'UNKNOWN_CODE', message };
}

function ambiguousProblem({ line, cells }: FileRow, count: number): ImportProblem {
  const { name = '', unit = '', brand } = cells;
  const hasUnit = toSingleLine(unit) !== '';
  const what = !hasUnit ? 'name' : brand === undefined ? 'name and unit' : 'name, unit and brand';
  const missing = [!hasUnit && 'a unit', brand === undefined && 'a brand', 'a SKU', 'a barcode'].filter(
    (part) => part !== false,
  );
  const message = `${count} products have the ${what} of ${truncate(toSingleLine(name))}. Add ${missing.join(', ')} or an id.`;
  return { line, column: 'name', code: 'AMBIGUOUS', message };
}

/** The text as it is in the file, because older names may not be normalized, and normalized. */
function spellingsOf(cell: string): string[] {
  return [unescapeFormula(cell).trim(), toSingleLine(cell)];
}
