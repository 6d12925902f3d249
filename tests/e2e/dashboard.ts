import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { EndpointInput } from '#contract/api.ts';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { startSession } from './storefront.ts';

type Named = Pick<TestProduct, 'name'>;

export const dialogOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', typeof name === 'string' ? { name, exact: true } : { name });
export const submitButton = (dialog: Locator) => dialog.locator('button[type=submit]');

/** The menu of the admin pages, which only admins see. */
export const adminMenu = (page: Page) => page.getByRole('navigation', { name: 'Admin', exact: true });

/** Saves the section of the settings that is open. */
export async function saveSection(page: Page): Promise<void> {
  const changed = page.getByRole('status').filter({ hasText: 'Unsaved changes' });
  await expect(changed).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(changed).toBeHidden();
}

/** An input of the product table. */
export const cell = (page: Page, column: string, { name }: Named) =>
  page.getByRole('textbox', { name: `${column} of ${name}`, exact: true });
export const actionButton = (page: Page, action: string, { name }: Named) =>
  page.getByRole('main').getByRole('button', { name: `${action} ${name}`, exact: true });
export const rowCheckbox = (page: Page, { name }: Named) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

/** Fills in a cell and presses a key. */
export async function fillCell(input: Locator, text: string, key = 'Enter'): Promise<void> {
  await input.fill(text);
  await input.press(key);
}

/** Opens the product list with a session, a search and a view. */
export async function openProducts(
  page: Page,
  admin: Account,
  search: string,
  view: 'grid' | 'table',
): Promise<void> {
  await startSession(page, admin);
  await page.evaluate((value) => localStorage.setItem('product-view', value), view);
  await page.goto(`/dashboard/product${search === '' ? '' : `?${new URLSearchParams({ q: search })}`}`);
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
}

/** Changes a product through the API. */
export async function changeProduct(
  account: Account,
  { id }: TestProduct,
  fields: Omit<EndpointInput<'changeProducts'>['changes'][number], '_id'>,
): Promise<void> {
  await account.call('changeProducts', { changes: [{ _id: id, ...fields }] });
}

/** The product that the public API returns, undefined when there is none. */
export async function findPublicProduct(shop: Shop, { id }: TestProduct) {
  return (await shop.call('listProductsById', { ids: [id] }))[0];
}

export interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of one colour; another colour makes another picture. */
export async function imageFile(colour: string, name = 'picture.png'): Promise<ImageFile> {
  const bytes = await bytesOf(plainImage(600, 600, colour).png());
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) };
}

/** Uploads a picture as the user who is logged in; returns its address. */
export async function uploadImage(shop: Shop, page: Page, colour: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accesstoken'));
  const { name, mimeType, buffer } = await imageFile(colour);
  const response = await page.request.post(`${shop.url}/api/file/upload`, {
    headers: { Authorization: `Bearer ${token}` },
    multipart: { image: { name, mimeType, buffer } },
  });
  return (await response.json()).data.url;
}

/** Chooses a picture in a dialog and waits for its upload. */
export async function chooseImage(dialog: Locator, colour: string): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles(await imageFile(colour));
  await expect(dialog.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();
}

export async function categoryNames(shop: Shop): Promise<string[]> {
  return (await shop.call('listCategories', {})).map(({ name }) => name);
}

export async function subCategoryNames(shop: Shop): Promise<string[]> {
  return (await shop.call('listSubCategories', {})).map(({ name }) => name);
}

/** Lines on which the links and buttons of a bar stand. */
export async function countLines(bar: Locator): Promise<number> {
  const tops = await bar
    .locator('a, button')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  return new Set(tops).size;
}

/** Packs, takes and hands over an order, in cash if it is not paid. */
export async function deliver(admin: Account, id: string): Promise<void> {
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const) {
    const { refused } = await admin.call('changeOrders', { ids: [id], to, allowUnpicked: true });
    expect(refused).toEqual([]);
  }
}

/** The file that a button downloads. */
export async function download(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
