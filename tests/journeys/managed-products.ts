import type { Locator, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import type { EndpointInput } from '#contract/api.ts';
import type { Product } from '#contract/product.ts';
import type { Goods } from './goods.ts';
import type { OpenShop } from './open-shop.ts';
import { type Account, enter, openAccount } from './shopper.ts';
import type { Entrance, Visitor } from './visitor.ts';

type View = 'grid' | 'table';
type Named = Pick<Goods, 'name'>;

/** The products of a shop as its admins and its shoppers have them. */
export function managedProducts(shop: OpenShop, entrance: Entrance) {
  async function openAdminAccount(name = 'Ravi Menon'): Promise<Account> {
    const account = await openAccount(shop);
    await shop.database.db.query(
      sql`update account set role = 'ADMIN', name = ${name} where id = ${account.userId}`,
    );
    return account;
  }

  /** The products as the public pages have them. */
  async function publicly(ids: readonly string[]): Promise<Product[]> {
    const response = await fetch(`${shop.url}/api/product/get-by-ids`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids }),
    });
    return (await response.json()).data;
  }

  return {
    openAdminAccount,
    publicly,
    publiclyOne: async ({ id }: Goods) => (await publicly([id]))[0],
    /** An admin who looks at what a search finds. */
    async openAdmin(search: string, view: View, widthPx = 1440): Promise<Visitor & { account: Account }> {
      const account = await openAdminAccount();
      const visitor = await entrance.admit(shop.url, { widthPx });
      const { page } = visitor;
      await enter(page, account);
      await page.evaluate((chosen) => localStorage.setItem('product-view', chosen), view);
      await page.goto(`/dashboard/product${search === '' ? '' : `?${new URLSearchParams({ q: search })}`}`);
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .waitFor();
      return { ...visitor, account };
    },
  };
}

export const figureOf = (page: Page, figure: string, { name }: Named) =>
  page.getByRole('textbox', { name: `${figure} of ${name}`, exact: true });
export const actionOf = (page: Page, action: string, { name }: Named) =>
  page.getByRole('main').getByRole('button', { name: `${action} ${name}`, exact: true });
export const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
export const choiceOf = (page: Page, { name }: Named) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

/** Changes a product as another admin does. */
export async function changeElsewhere(
  account: Account,
  { id }: Goods,
  figures: Omit<EndpointInput<'changeProducts'>['changes'][number], '_id'>,
): Promise<void> {
  await account.call('changeProducts', { changes: [{ _id: id, ...figures }] });
}

/** Types into a figure and presses a key. */
export async function type(figure: Locator, text: string, key = 'Enter'): Promise<void> {
  await figure.fill(text);
  await figure.press(key);
}
