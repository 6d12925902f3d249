import type { Locator, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { productPath } from '#contract/rules/slug.ts';
import type { OpenShop } from './open-shop.ts';

/** A product of the shop that a journey has for itself. */
export interface Goods {
  id: string;
  name: string;
  /** Of its page. */
  path: string;
}

/** What the warehouse may change while somebody shops. */
interface Figures {
  stock?: number;
  pricePaise?: number;
  discountBasisPoints?: number;
}

const ordinary = { stock: 40, pricePaise: 10_000, discountBasisPoints: 0 };
const taken = new WeakMap<OpenShop, string[]>();

/** Takes a product that no other journey in this shop has: 40 pieces at ₹100 each unless said otherwise. */
export async function takeGoods(shop: OpenShop, figures: Figures = {}): Promise<Goods> {
  const others = taken.get(shop) ?? [];
  const [row] = await shop.database.db.query<{ id: string; name: string }>(sql`
    select id, name from product where stock > 0 and not id = any(${others}) order by id limit 1`);
  if (row === undefined) throw new Error('The demo catalogue is empty.');
  taken.set(shop, [...others, row.id]);
  await changeGoods(shop, row, { ...ordinary, ...figures });
  return { ...row, path: productPath({ _id: row.id, name: row.name }) };
}

/** Changes a product behind the shop's back, and waits until the shop has heard of it. */
export async function changeGoods(shop: OpenShop, { id }: { id: string }, figures: Figures): Promise<void> {
  const { stock = null, pricePaise = null, discountBasisPoints = null } = figures;
  const [row] = await shop.database.db.query<{ stock: number; price: number; discount: number }>(sql`
    update product set
      stock = coalesce(${stock}, stock),
      price_paise = coalesce(${pricePaise}, price_paise),
      discount_basis_points = coalesce(${discountBasisPoints}, discount_basis_points)
    where id = ${id}
    returning stock, price_paise / 100.0::float8 as price, discount_basis_points / 100.0::float8 as discount`);
  await expect.poll(() => detailsOf(shop, id)).toMatchObject({ data: row });
}

async function detailsOf(shop: OpenShop, productId: string): Promise<unknown> {
  const response = await fetch(`${shop.url}/api/product/get-product-details`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId }),
  });
  return response.json();
}

/** The ADD, − and + of a product, wherever it is shown; `place` is the page or a part of it. */
export function controlOf(place: Page | Locator, { name }: Goods) {
  return {
    add: place.getByRole('button', { name: `Add ${name} to the cart`, exact: true }),
    more: place.getByRole('button', { name: `One more ${name}`, exact: true }),
    less: place.getByRole('button', { name: `One less ${name}`, exact: true }),
    /** How many the screen says are in the cart. */
    quantity: place.getByRole('group', { name: `${name} in cart`, exact: true }).getByRole('status'),
  };
}

/** The button of the header, or of the bar below on a telephone, that says what is in the cart. */
export function cartButton(page: Page, text: string | RegExp): Locator {
  return page
    .getByRole('banner')
    .or(page.getByRole('navigation', { name: 'Cart' }))
    .getByRole('link', { name: text });
}

/** The messages in passing that are on the screen. */
export function toastsOf(page: Page): Locator {
  return page.locator('div[aria-live="polite"] > p');
}

/** Waits until a message in passing says this. */
export async function hear(page: Page, text: string): Promise<void> {
  await toastsOf(page).getByText(text, { exact: true }).first().waitFor();
}
