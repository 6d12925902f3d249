import { expect } from 'vitest';
import type { ProductImport } from '#contract/product-import.ts';
import type { CallContext } from '#server/context.ts';
import type { Sql } from '#server/database/connect.ts';
import { productImportCalls } from '#server/features/product-import/product-import.calls.ts';
import { runCall } from './context.ts';
import { type Manager, openManager } from './manager.ts';
import { addCategory, addPicture, addSubCategory } from './shop.ts';

/** An admin who brings files of products in, and the shelves and the picture that these name. */
export interface Importer extends Manager {
  picture: string;
  check(file: string | Uint8Array): Promise<ProductImport>;
  apply(id: string, skipBadRows?: boolean): Promise<ProductImport>;
  /** The import as soon as nobody works on it any more. */
  ended(id: string): Promise<ProductImport>;
  /** Checks and applies a file whose rows are all good. */
  bring(file: string): Promise<ProductImport>;
}

/** Opens an importer; the shop has the category Dairy with Milk, and Snacks with Crisps | Chips. */
export async function openImporter(sql: Sql, given: Partial<CallContext> = {}): Promise<Importer> {
  const dairy = await sql`select id from category where name = 'Dairy'`;
  if (dairy.length === 0) {
    await addSubCategory(sql, [await addCategory(sql, 'Dairy')], 'Milk');
    await addSubCategory(sql, [await addCategory(sql, 'Snacks')], 'Crisps | Chips');
  }
  const picture = await addPicture(sql);
  const manager = await openManager(sql, 'Meera', { uploadName: 'products.csv', ...given });
  const { context } = manager;
  const check = async (file: string | Uint8Array) => {
    const bytes = typeof file === 'string' ? Buffer.from(file) : file;
    return (await runCall(productImportCalls, 'checkImport', context, { file: bytes })).data;
  };
  const apply = async (id: string, skipBadRows = false) =>
    (await runCall(productImportCalls, 'applyImport', context, { _id: id, skipBadRows })).data;
  const look = async (id: string) =>
    (await runCall(productImportCalls, 'getImport', context, { _id: id })).data;
  const ended = async (id: string) => {
    await expect.poll(async () => (await look(id)).status, { timeout: 60_000 }).not.toBe('APPLYING');
    return look(id);
  };
  return {
    ...{ ...manager, picture, check, apply, ended },
    async bring(file) {
      const { _id, problems } = await check(file);
      expect(problems).toEqual([]);
      await apply(_id);
      return ended(_id);
    },
  };
}

/** A file with these headings and rows, as a careful program writes it. */
export function csvOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [headings, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}
