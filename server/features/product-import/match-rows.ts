import type { Context } from '../../context.ts';
import { findPictures } from '../image/image.service.ts';
import { listOf, oneLine, unguarded } from './cells.ts';
import type { ProductRow } from './judge-row.ts';
import { type KnownProduct, selectKnownProducts, selectNameKeys } from './product-import.queries.ts';

/** What the shop knows about the things that some rows name. */
export interface Known {
  pictures: ReadonlySet<string>;
  findById(id: string): KnownProduct | undefined;
  findByName(cell: string): KnownProduct | undefined;
  /** A name as the shop compares names: without regard to case. */
  nameKeyOf(cell: string): string;
}

/** Looks up, in a few statements, whatever some rows name. */
export async function lookUp(context: Context, rows: readonly ProductRow[]): Promise<Known> {
  const spellings = [...new Set(rows.flatMap(({ cells }) => spellingsOf(cells.name ?? '')))];
  const keys = await selectNameKeys(context.sql, spellings);
  const keyBySpelling = new Map(spellings.map((name, index) => [name, keys[index] ?? name]));
  const ids = rows.map(({ cells }) => oneLine(cells.id ?? '')).filter((id) => id !== '');
  const products = await selectKnownProducts(context.sql, ids, keys);
  const byId = new Map(products.map((product) => [product.id, product]));
  const byName = new Map(products.map((product) => [product.name_key, product]));
  const pictures = await findPictures(
    context,
    rows.flatMap(({ cells }) => listOf(cells.images ?? '')),
  );
  const keyOf = (spelling: string) => keyBySpelling.get(spelling) ?? spelling;
  return {
    pictures,
    findById: (id) => byId.get(id),
    findByName: (cell) =>
      spellingsOf(cell)
        .map((spelling) => byName.get(keyOf(spelling)))
        .find((product) => product !== undefined),
    nameKeyOf: (cell) => keyOf(oneLine(cell)),
  };
}

/** As it stands, for the shop may have a name that is as dirty as the file's; and as it would be written. */
function spellingsOf(cell: string): string[] {
  return [unguarded(cell).trim(), oneLine(cell)];
}
