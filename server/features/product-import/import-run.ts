import type { Product } from '#contract/product.ts';
import type { Context, ShopperContext } from '../../context.ts';
import { recordChanges } from '../audit/audit.service.ts';
import { listProductsById } from '../product/product.service.ts';
import { auditOf } from '../product/product-upkeep.service.ts';
import { maximumProblems, type Problem, type ProblemCode } from './problems.ts';
import type { ImportRow, PlannedProduct, Report } from './product-import.queries.ts';
import * as queries from './product-import.queries.ts';
import * as writing from './product-writing.queries.ts';

/** It makes no difference to try again: the shop is not any more what the file was checked against. */
export class ImportStoppedError extends Error {
  override name = 'ImportStoppedError';
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.problems = problems;
  }
}

type Writer = Context & Pick<ShopperContext, 'caller'>;

interface Watch {
  signal: AbortSignal;
  onProgress(done: number): Promise<void>;
}

/** One try to write what an import has planned, within a transaction. */
export class ImportRun {
  readonly #context: Writer;
  readonly #row: ImportRow;
  readonly #watch: Watch;
  readonly #problems: Problem[] = [];
  readonly #refused = { create: 0, update: 0 };
  #shelves: ReadonlySet<string> = new Set();
  #done = 0;

  constructor(context: Writer, row: ImportRow, watch: Watch) {
    this.#context = context;
    this.#row = row;
    this.#watch = watch;
  }

  /** Writes everything, or throws. Gives the report as it is then, and how many products were written. */
  async run(): Promise<{ report: Report; done: number }> {
    const { sql } = this.#context;
    await writing.beginBulk(sql);
    this.#shelves = await writing.holdShelves(sql);
    let isLocked = false;
    for (const { position, action } of await queries.selectParts(sql, this.#row.id)) {
      this.#watch.signal.throwIfAborted();
      if (action === 'update' && !isLocked) {
        await writing.lockPlannedProducts(sql, this.#row.id);
        isLocked = true;
      }
      const products = await queries.selectPart(sql, this.#row.id, position);
      const written = action === 'create' ? await this.#create(products) : await this.#update(products);
      this.#refused[action] += products.length - written;
      this.#done += written;
      await this.#watch.onProgress(this.#done);
    }
    if (this.#problems.length > 0 && !this.#row.skip_bad_rows) throw this.#stopped();
    return { report: this.#report(), done: this.#done };
  }

  async #create(planned: readonly PlannedProduct[]): Promise<number> {
    const { sql } = this.#context;
    const products = await this.#withFreeNames(planned.filter((product) => this.#standsOnShelves(product)));
    const inserted = await writing.insertProducts(sql, products, this.#context.now());
    for (const product of products) if (!inserted.has(product.id)) this.#refuse(product, 'NAME_TAKEN');
    const written = products.filter(({ id }) => inserted.has(id));
    await writing.setShelves(sql, written);
    await writing.refreshSearch(sql, written);
    await this.#record(written, new Map());
    return written.length;
  }

  async #update(planned: readonly PlannedProduct[]): Promise<number> {
    const { sql } = this.#context;
    const before = new Map((await this.#read(planned)).map((product) => [product._id, product]));
    const unchanged = planned.filter((product) => {
      const found = before.get(product.id);
      if (found === undefined) this.#refuse(product, 'DELETED_MEANWHILE');
      else if (found.updatedAt !== product.updatedAt) this.#refuse(product, 'CHANGED_MEANWHILE');
      else return this.#standsOnShelves(product);
      return false;
    });
    const products = await this.#withFreeNames(unchanged);
    await writing.updateProducts(sql, products);
    await writing.setShelves(sql, products);
    await writing.refreshSearch(sql, products);
    await this.#record(products, before);
    return products.length;
  }

  /** Products whose name, where they get another one, nobody has taken since the check. */
  async #withFreeNames(products: readonly PlannedProduct[]): Promise<PlannedProduct[]> {
    const named = products.filter(({ fields }) => fields.name !== null).map(({ id, name }) => ({ id, name }));
    if (named.length === 0) return [...products];
    const taken = await writing.selectTakenNames(this.#context.sql, named);
    return products.filter((product) => {
      if (taken.has(product.id)) this.#refuse(product, 'NAME_TAKEN');
      return !taken.has(product.id);
    });
  }

  #standsOnShelves(product: PlannedProduct): boolean {
    const { category_ids, sub_category_ids } = product.fields;
    const isThere = [...(category_ids ?? []), ...(sub_category_ids ?? [])].every((id) =>
      this.#shelves.has(id),
    );
    if (!isThere) this.#refuse(product, 'UNKNOWN_CATEGORY');
    return isThere;
  }

  async #record(products: readonly PlannedProduct[], before: ReadonlyMap<string, Product>): Promise<void> {
    const after = await this.#read(products);
    const changes = after.map((product) => auditOf('imported', before.get(product._id) ?? null, product));
    await recordChanges(this.#context, changes);
  }

  #read(products: readonly PlannedProduct[]): Promise<Product[]> {
    return listProductsById(
      this.#context,
      products.map(({ id }) => id),
    );
  }

  #refuse({ line, name }: PlannedProduct, code: keyof typeof refusals): void {
    const [column, reason] = refusals[code];
    this.#problems.push({ line, column, code, message: `${name}: ${reason}` });
  }

  #report(): Report {
    const { report } = this.#row;
    const refused = this.#refused.create + this.#refused.update;
    return {
      ...report,
      toCreate: report.toCreate - this.#refused.create,
      toUpdate: report.toUpdate - this.#refused.update,
      badRows: report.badRows + refused,
      problems: [...this.#problems, ...report.problems].slice(0, maximumProblems),
    };
  }

  #stopped(): ImportStoppedError {
    const count = this.#problems.length;
    const what = count === 1 ? '1 product of this file has' : `${count} products of this file have`;
    return new ImportStoppedError(`${what} been changed since it was checked.`, this.#problems);
  }
}

const refusals = {
  NAME_TAKEN: ['name', 'another product has got this name since the file was checked.'],
  CHANGED_MEANWHILE: ['', 'somebody has changed this product since the file was checked.'],
  DELETED_MEANWHILE: ['', 'somebody has deleted this product since the file was checked.'],
  UNKNOWN_CATEGORY: ['categories', 'one of its categories has been deleted since the file was checked.'],
} satisfies Partial<Record<ProblemCode, [column: string, reason: string]>>;
