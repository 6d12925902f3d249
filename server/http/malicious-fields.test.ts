import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiShop, createApiShop } from '#tests/fixtures/api.ts';
import { namedEndpoints } from '#tests/fixtures/context.ts';
import { validInput } from '#tests/fixtures/inputs.ts';
import { malformedValues } from '#tests/fixtures/openapi-values.ts';

let shop: ApiShop;
beforeAll(async () => {
  shop = await createApiShop();
});
afterAll(() => shop.close());

// Optional fields of a valid input.
const optional: Partial<Record<string, Record<string, unknown>>> = {
  listStock: {
    search: 'a',
    level: 'any',
    category: 'a',
    isGstUnknown: true,
    gstRate: 5,
    isHsnMissing: true,
    brand: 'a',
    family: 'a',
    location: 'a',
    order: 'name',
    isDescending: true,
    page: 1,
    limit: 5,
  },
  listSecurityEvents: {
    ...{ kind: 'login', email: 'a@example.com', before: 'a', limit: 3 },
    ...{ from: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' },
  },
  listAudit: { kind: 'product', thingId: 'a', page: 1, limit: 3 },
  listProducts: { search: 'a', page: 1, limit: 1 },
  searchProducts: { page: 1, limit: 2 },
  listProductsByCategoryAndSubCategory: { page: 1, limit: 2 },
  updateCategory: { updatedAt: '2026-01-01T00:00:00Z', hue: 3 },
  updateSubCategory: { updatedAt: '2026-01-01T00:00:00Z' },
  updateProduct: { updatedAt: '2026-01-01T00:00:00Z', stockBefore: 3 },
};

type Path = readonly string[];

/** Paths at which a value can be replaced: the value itself and everything in it. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === key ? replaced(inner, rest, by) : inner,
  ]);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

// A form with a file has no other field.
const withFields = namedEndpoints.filter(({ upload }) => upload === undefined);

test.each(withFields.map(({ name }) => [name]))(
  '%s returns no 500 for any value in one of its fields',
  async (name) => {
    let sender = await shop.openAccount('ADMIN');
    const given = await validInput(shop, name, sender);
    const valid = typeof given === 'object' ? { ...given, ...optional[name] } : given;
    const broken: unknown[] = [];
    for (const path of pathsOf(valid)) {
      for (const value of malformedValues) {
        const answer = await shop.send(name, replaced(valid, path, value), sender.accessToken);
        // The request may have ended the session of its caller.
        if (answer.status === 401) sender = await shop.openAccount('ADMIN');
        if (answer.status >= 500) broken.push([path.join('.'), value, answer.status]);
      }
    }
    // Otherwise the shop may stay closed on one weekday.
    if (name === 'updateStoreSettings')
      await shop.send(name, await validInput(shop, name, sender), sender.accessToken);
    expect(broken).toEqual([]);
  },
);
