import sql from 'sql-template-tag';
import { parseShopPath } from '#contract/home/shop-path.ts';
import type { AuditEntry } from '#contract/reports/dashboard.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import { listAudit } from '#server/staff/audit-log.service.ts';

type HistoryContext = Context & Parameters<typeof listAudit>[0];

/** One page of the audit log, newest first, with the names of records that the changes refer to. */
export async function listHistory(context: HistoryContext, query: Parameters<typeof listAudit>[1]) {
  const { data, ...paging } = await listAudit(context, query);
  const referencesOf = new Map(data.map((entry) => [entry, findReferences(entry)]));
  const all = [...referencesOf.values()];
  const ids = [...new Set(all.flatMap(({ ids: some }) => some))];
  const names = new Map(
    ids.length === 0 ? [] : (await selectNames(context.db, ids)).map(({ id, name }) => [id, name]),
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

/**
 * The present names of products, categories, sub-categories and collections, or of a deleted record the last one that
 * a change names.
 */
function selectNames(db: Queryable, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>(sql`
    select distinct on (id) id, name from (
      select id, name, 0 as age from product where id = any(${ids}::text[])
      union all select id, name, 0 from category where id = any(${ids}::text[])
      union all select id, name, 0 from sub_category where id = any(${ids}::text[])
      union all select id, title, 0 from product_collection where id = any(${ids}::text[])
      union all
      select wanted.id, last.entity_name, 1
      from unnest(${ids}::text[]) as wanted (id)
      cross join unnest(array['product', 'category', 'sub-category', 'collection']) as kind (kind)
      cross join lateral (
        select e.entity_name from audit_entry e
        where e.kind = kind.kind and e.entity_id = wanted.id
        order by e.at desc, e.id desc limit 1
      ) as last
    ) as named
    order by id, age`);
}
