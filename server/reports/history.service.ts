import { parseShopPath } from '#contract/home/shop-path.ts';
import type { AuditEntry } from '#contract/reports/dashboard.ts';
import type { Context } from '#server/http/context.ts';
import { listAudit } from '#server/staff/audit-log.service.ts';
import * as queries from './history.queries.ts';

type HistoryContext = Context & Parameters<typeof listAudit>[0];

/** One page of the audit log, newest first, with the names of records that the changes refer to. */
export async function listHistory(context: HistoryContext, query: Parameters<typeof listAudit>[1]) {
  const { data, ...paging } = await listAudit(context, query);
  const referencesOf = new Map(data.map((entry) => [entry, findReferences(entry)]));
  const all = [...referencesOf.values()];
  const ids = [...new Set(all.flatMap(({ ids: some }) => some))];
  const names = new Map(
    ids.length === 0 ? [] : (await queries.selectNames(context.db, ids)).map(({ id, name }) => [id, name]),
  );
  if (all.some(({ brands }) => brands.length > 0)) {
    for (const [slug, { name }] of await context.productSearch.listBrands()) names.set(`brand:${slug}`, name);
  }
  const named = (entry: AuditEntry) => {
    const { ids: some = [], brands = [] } = referencesOf.get(entry) ?? {};
    const keys = [...some, ...brands.map((slug) => `brand:${slug}`)];
    return Object.fromEntries(keys.flatMap((key) => (names.has(key) ? [[key, names.get(key) ?? '']] : [])));
  };
  return { data: data.map((entry) => ({ ...entry, names: named(entry) })), ...paging };
}

interface References {
  ids: string[];
  /** Slugs. */
  brands: string[];
}

/** What the changes of offers, coupons, collections, banners and the home page refer to. */
function findReferences({ changes }: AuditEntry): References {
  const references: References = { ids: [], brands: [] };
  for (const { field, before, after } of changes) {
    collect(field, before, references);
    collect(field, after, references);
  }
  return references;
}

const listsOfIds = new Set(['productIds', 'categoryIds', 'rows']);

function collect(field: string, value: unknown, references: References): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item !== 'string') collect(field, item, references);
      // A row of the home page is its kind and its id.
      else if (listsOfIds.has(field)) references.ids.push(item.slice(item.indexOf(':') + 1));
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collect(name, inner, references);
  } else if (field === 'link' && typeof value === 'string') {
    const page = parseShopPath(value)?.page;
    if (page?.kind === 'BRAND') references.brands.push(page.slug);
    if (page?.kind === 'PRODUCT' || page?.kind === 'COLLECTION') references.ids.push(page.id);
    if (page?.kind === 'LISTING') references.ids.push(page.categoryId, page.subCategoryId);
  }
}
