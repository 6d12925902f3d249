import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCoupon } from '#contract/discounts/offer.ts';
import { createBanner, createCollection } from '#contract/home/home.ts';
import { addCategory, createSubCategory } from '#contract/products/category.ts';
import { adminProduct } from '#contract/products/product.ts';
import type { AuditEntry } from '#contract/reports/dashboard.ts';
import type { RecordedAccount, RecordedOrder } from '#contract/reports/recorded.ts';
import { storePageNames } from '#contract/store/store-page-names.ts';
import { storeSettings } from '#contract/store/store-settings.ts';
import { findCodes } from '#tests/fixtures/history-words.ts';
import { toLines } from '#web/admin/record-fields.ts';
import { toRecordWords } from './records.ts';

const id = '0A1b2C3d4E5f6G7h8I9j0K';
const names = { [id]: 'Amul Butter', 'brand:amul': 'Amul' };
const moment = '2026-11-25T10:00:00.000Z';

/** Values of a schema that differ in everything: amounts of rupees are 1234.5 and 6789.25, and a list has one item. */
function sample(schema: z.core.$ZodType, name: string, turn: number): unknown {
  const { def } = schema._zod;
  if (isDef(def, 'object'))
    return Object.fromEntries(
      Object.entries(def.shape).map(([key, each]) => [key, sample(each, key, turn)] as const),
    );
  if (isDef(def, 'array')) {
    const item = sample(def.element, name === 'week' ? 'day' : name, turn);
    return Array.from({ length: name === 'week' ? 7 : 1 }, () => item);
  }
  if (isDef(def, 'union')) return sample(def.options[turn % def.options.length] ?? schema, name, turn);
  if (isDef(def, 'enum')) return Object.values(def.entries)[turn % Object.keys(def.entries).length];
  if (isDef(def, 'literal')) return def.values[turn % def.values.length];
  if (isDef(def, 'pipe')) return sample(def.in, name, turn);
  if (isDef(def, 'record')) return { Fat: `${turn} %` };
  if ('innerType' in def && def.innerType instanceof z.core.$ZodType)
    return sample(def.innerType, name, turn);
  if (isDef(def, 'boolean')) return turn % 2 === 0;
  if (isDef(def, 'number')) {
    const [one, other] = /Amt$|price$/i.test(name) ? [1234.5, 6789.25] : [12, 34];
    return turn % 2 === 0 ? one : other;
  }
  return sampleText(name, turn);
}

interface Defs {
  object: z.core.$ZodObjectDef;
  array: z.core.$ZodArrayDef;
  union: z.core.$ZodUnionDef;
  enum: z.core.$ZodEnumDef;
  literal: z.core.$ZodLiteralDef<z.core.util.Literal>;
  pipe: z.core.$ZodPipeDef;
  record: z.core.$ZodRecordDef;
  boolean: z.core.$ZodBooleanDef;
  number: z.core.$ZodNumberDef;
}
const isDef = <Type extends keyof Defs>(def: z.core.$ZodTypeDef, type: Type): def is Defs[Type] =>
  def.type === type;

function sampleText(name: string, turn: number): string {
  if (/Ids$/.test(name) || name === '_id') return turn % 2 === 0 ? id : `${id.slice(1)}Z`;
  if (/(?:At|until)$/.test(name)) return turn % 2 === 0 ? moment : moment.replace('25T', '26T');
  if (name === 'date') return turn % 2 === 0 ? '2026-12-25' : '2027-01-26';
  if (name === 'from') return turn % 2 === 0 ? '07:30' : '08:15';
  if (name === 'to') return turn % 2 === 0 ? '22:00' : '23:30';
  if (name === 'link') return turn % 2 === 0 ? `/product/amul-butter-${id}` : '/brand/amul?sort=price-low';
  if (name === 'stateCode') return turn % 2 === 0 ? '27' : '29';
  if (/image|url/i.test(name)) return `/images/${turn}/640.webp`;
  return turn % 2 === 0 ? 'A text' : 'Another text';
}

const order = (turn: 0 | 1): RecordedOrder => ({
  status: turn === 0 ? 'PACKING' : 'OUT_FOR_DELIVERY',
  payment_status: turn === 0 ? 'CASH ON DELIVERY' : 'REFUNDED',
  totalAmt: turn === 0 ? 1234.5 : 6789.25,
  owedAmt: turn === 0 ? 1234.5 : 6789.25,
  cashReceived: turn === 0 ? 1234.5 : 6789.25,
  upiReceived: turn === 0 ? 1234.5 : 6789.25,
  reference: `Reference ${turn}`,
  paymentOf: `ORD-${turn}`,
  takenOff: `Milk ${turn}`,
  refunded: [`Bread ${turn}`],
  to: turn === 0 ? 'SOURCE' : 'CREDIT',
  problem: 'declined',
  undelivered: turn === 0 ? 'Refused' : 'Nobody there',
  thrownAway: [`Curd ${turn}`],
  reason: `Reason ${turn}`,
  message: `Message ${turn}`,
});

const account = (turn: 0 | 1): RecordedAccount => ({
  role: turn === 0 ? 'ADMIN' : 'USER',
  roles: turn === 0 ? ['picker'] : ['rider', 'support'],
  status: turn === 0 ? 'Active' : 'Suspended',
  isBlocked: turn === 0,
  creditAmt: turn === 0 ? 1234.5 : 6789.25,
  reason: `Reason ${turn}`,
});

const sums = (amount: number) => ({ cash: amount, upi: amount, card: amount });
const daySheet = (amount: number) => ({
  ...{ expected: sums(amount), counted: sums(amount), openingAmt: amount, floatAmt: amount },
  ...{ note: `Note ${amount > 2000}`, reason: `Reason ${amount > 2000}` },
});

const page = (turn: number) => ({ english: `Text ${turn}`, hindi: `पाठ ${turn}`, isPublished: turn === 0 });
const of = (schema: z.core.$ZodType) => (turn: number) => Object(sample(schema, '', turn));

type Recorded = (turn: 0 | 1) => object;
const [page1 = 'terms'] = storePageNames;
/** Each kind that the history has, with what is recorded of it. */
const recorded: Record<AuditEntry['kind'] | 'page' | 'demo', Recorded> = {
  product: of(
    adminProduct.omit({ _id: true, createdAt: true, updatedAt: true, category: true, subCategory: true }),
  ),
  category: of(addCategory.input),
  'sub-category': (turn) => ({
    ...Object(sample(createSubCategory.input, '', turn)),
    category: [`Dairy ${turn}`],
  }),
  account,
  order,
  settings: (turn) => ({ ...Object(sample(storeSettings, '', turn)), isLive: turn === 1 }),
  coupon: of(createCoupon.input),
  'day-sheet': (turn) => daySheet(turn === 0 ? 1234.5 : 6789.25),
  banner: of(createBanner.input),
  collection: of(createCollection.input),
  home: (turn) => ({
    banners: turn === 0 ? ['Diwali', 'Eid'] : ['Eid', 'Diwali'],
    rows: turn === 0 ? [`CATEGORY:${id}`, 'COLLECTION:gone'] : ['COLLECTION:gone', `CATEGORY:${id}`],
  }),
  page,
  demo: (turn) => ({ products: turn, categories: turn, subCategories: turn }),
};

const entryOf = (kind: keyof typeof recorded) => ({
  kind: kind === 'page' ? ('settings' as const) : kind === 'demo' ? ('product' as const) : kind,
  thingId: kind === 'page' ? page1 : 'thing',
  thingName: kind === 'day-sheet' ? '2026-11-25' : 'Thing',
  action: kind === 'demo' ? 'removed' : 'updated',
});

const isKind = (name: string): name is keyof typeof recorded => Object.hasOwn(recorded, name);

test.each(Object.keys(recorded).filter(isKind))(
  'the history shows records of the kind %s in words',
  (kind) => {
    const fields = toRecordWords(entryOf(kind)).fields;
    const [one, other] = [
      new Map(Object.entries(recorded[kind](0))),
      new Map(Object.entries(recorded[kind](1))),
    ];
    const none = new Map<string, unknown>();
    for (const [before, after] of [
      [one, other],
      [other, one],
      [none, one],
      [none, other],
      [one, none],
    ] as const) {
      const changes = [...one.keys()].map((field) => ({
        ...{ field, before: before.get(field) ?? null, after: after.get(field) ?? null },
      }));
      expect(Object.keys(fields)).toEqual(expect.arrayContaining(changes.map(({ field }) => field)));
      expect(findCodes(toLines(changes, fields, names))).toEqual([]);
    }
  },
);

test('a deleted product, category, collection and brand is named as what it was', () => {
  const change = (kind: keyof typeof recorded, field: string, before: unknown) =>
    toLines([{ field, before, after: [] }], toRecordWords(entryOf(kind)).fields, {}).flatMap(
      (line) => line.before,
    );
  expect(change('coupon', 'productIds', [id])).toEqual(['a deleted product']);
  expect(change('coupon', 'categoryIds', [id])).toEqual(['a deleted category']);
  expect(change('home', 'rows', [`COLLECTION:${id}`])).toEqual(['a deleted collection']);
  expect(change('banner', 'link', '/brand/gone')).toEqual(['A brand: a deleted brand']);
});
