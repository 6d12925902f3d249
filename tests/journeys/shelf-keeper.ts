import type { Locator, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { bytesOf, plainPicture } from '#tests/fixtures/files.ts';
import type { OpenShop } from './open-shop.ts';
import { type Account, enter, openAccount } from './shopper.ts';
import type { Entrance, Visitor } from './visitor.ts';

/** An admin in front of the shop. */
export interface Admin extends Visitor {
  account: Account;
}

/** An admin who looks at a page of the dashboard. */
export async function openAdminAt(
  { shop, entrance }: { shop: OpenShop; entrance: Entrance },
  path: string,
  widthPx = 1440,
): Promise<Admin> {
  const account = await openAccount(shop);
  await shop.database.db.query(sql`update account set role = 'ADMIN' where id = ${account.userId}`);
  const visitor = await entrance.admit(shop.url, { widthPx });
  await enter(visitor.page, account);
  await visitor.page.goto(path);
  await visitor.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return { ...visitor, account };
}

/** A picture file of one colour, as a browser hands it over. */
export async function pictureFile(colour: string, name = 'shelf.png') {
  const bytes = await bytesOf(plainPicture(300, 200, colour).png());
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) };
}

/** The address of a picture that an admin has sent to the shop. */
export async function uploadedBy(shop: OpenShop, page: Page, colour: string): Promise<string> {
  const { name, mimeType, buffer } = await pictureFile(colour);
  const response = await page.request.post(`${shop.url}/api/file/upload`, {
    headers: { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accesstoken'))}` },
    multipart: { image: { name, mimeType, buffer } },
  });
  return (await response.json()).data.url;
}

/** The open dialog of this name. */
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** The button that sends the form of a dialog. */
export const submitOf = (dialog: Locator) => dialog.locator('button[type=submit]');

/** Chooses a picture in a dialog and waits until the shop has it. */
export async function choosePicture(dialog: Locator, colour: string): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles(await pictureFile(colour));
  await dialog.getByRole('button', { name: 'Enlarge the image' }).waitFor();
}

/** The names of the categories, or sub-categories, that the API gives to everybody. */
export async function publicNames(
  shop: OpenShop,
  path: '/api/category/get' | '/api/subcategory/get',
): Promise<string[]> {
  const method = path === '/api/category/get' ? 'GET' : 'POST';
  const response = await fetch(shop.url + path, { method });
  const { data } = await response.json();
  return data.map(({ name }: { name: string }) => name);
}
