import type { Locator, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { listingPath, productPath } from '#contract/rules/slug.ts';
import { addCategory, addSubCategory } from '#tests/fixtures/seed.ts';
import { axeViolations } from './axe.ts';
import { takeGoods } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { bringFile, chooseFiles, drawing, fillIn, picture, type Shelf } from './product-form.ts';
import { type Account, enter, logIn, openAccount } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((opened) => {
  ({ shop, entrance } = opened);
});

let shelves = 0;

/** A shelf of its own for each journey, which the shop has heard of. */
async function openCache(): Promise<Shelf> {
  shelves += 1;
  const [name, subName] = [`Test kitchen ${shelves}`, `Tasters ${shelves}`];
  const categoryId = await addCategory(shop.database.db, name);
  const subCategoryId = await addSubCategory(shop.database.db, [categoryId], subName);
  const { call } = await openAccount(shop);
  const names = async () => (await call('listSubCategories', {})).map((one) => one.name);
  await expect.poll(names).toContain(subName);
  return {
    category: { _id: categoryId, name },
    subCategory: { _id: subCategoryId, name: subName },
  };
}

async function openAdmin(name = 'Ravi Menon'): Promise<Account> {
  const account = await openAccount(shop);
  await shop.database.db.query(sql`
    update account set role = 'ADMIN', name = ${name} where id = ${account.userId}`);
  return account;
}

async function admitAdmin({ widthPx = 1440, name = 'Ravi Menon' } = {}) {
  const visitor = await entrance.admit(shop.url, { widthPx });
  const account = await openAdmin(name);
  await enter(visitor.page, account);
  return { ...visitor, account };
}

/** An admin in front of the form of a new product. */
async function admitUploader(widthPx = 1440) {
  const visitor = await admitAdmin({ widthPx });
  await visitor.page.goto('/dashboard/upload-product');
  await visitor.page.getByLabel('Name', { exact: true }).waitFor();
  return visitor;
}

const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Submit' });
const thumbnails = (page: Page) => page.getByRole('group', { name: /^Images/ }).locator('img');
const added = (page: Page) => page.getByRole('dialog', { name: 'Product added' });

/** The addresses of the pictures in the form, without their widths. */
async function picturesIn(page: Page): Promise<string[]> {
  const addresses = await thumbnails(page).evaluateAll((images) =>
    images.map((image) => image.getAttribute('src')),
  );
  return addresses.map((address) => address?.split('/')[2] ?? '');
}

/** What whoever does not see the page has been told last. */
const said = (page: Page, text: string) => page.getByText(text, { exact: true });

/** What the shop's books say of the product of this name. */
async function inBooks(name: string) {
  const [row] = await shop.database.db.query<{
    id: string;
    images: string[];
    stock: number;
    price_paise: number;
    more_details: unknown;
  }>(sql`select id, images, stock, price_paise, more_details from product where name = ${name}`);
  return row;
}

test('a product with pictures in their order and a field of its own is in the shop at the next request', async () => {
  const shelf = await openCache();
  const listing = `${shop.url}${listingPath(shelf.category, shelf.subCategory)}`;
  const textOf = async (url: string) => (await fetch(url)).text();
  // Looked at before, the page without the product is kept.
  expect(await textOf(listing)).not.toContain('Rye crisps');
  const { page, complaints } = await admitUploader();
  await fillIn(page, 'Rye crisps', shelf);
  await page.getByText('₹86.50').waitFor();

  await chooseFiles(page, [await picture('red.png', '#c33'), drawing, await picture('green.png', '#3c3')]);
  await expect.poll(() => page.getByRole('button', { name: /^Enlarge image/ }).count()).toBe(2);
  const refused = page.getByRole('listitem').filter({ hasText: 'drawing.png' });
  await refused.getByText('This picture cannot be read. Please choose another one.').waitFor();
  await submit(page).click();
  await page.getByText('An upload failed. Try again or delete the image.').waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Rye crisps');
  await refused.getByRole('button', { name: 'Delete image 2' }).click();
  await refused.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Add images' }))).toBe(true);
  await expect.poll(() => page.getByText('An upload failed.').count()).toBe(0);

  const [red, green] = await picturesIn(page);
  await page.getByRole('button', { name: 'Move image 2' }).focus();
  await page.keyboard.press('Space');
  await said(page, 'Image at its original position, 2 of 2.').waitFor({ state: 'attached' });
  // The arrows count as soon as the places are measured, a moment later.
  const movedUp = async () => {
    await page.keyboard.press('ArrowLeft');
    return said(page, 'Image at position 1 of 2.').count();
  };
  await expect.poll(movedUp).toBe(1);
  await page.keyboard.press('Space');
  await expect.poll(() => picturesIn(page)).toEqual([green, red]);

  await page.getByRole('button', { name: 'Add Field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Field' });
  await expect.poll(() => hasFocus(dialog.getByPlaceholder('Enter field name'))).toBe(true);
  await page.keyboard.type('Shelf life');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(page.getByLabel('Shelf life', { exact: true }))).toBe(true);
  await submit(page).click();
  await page.getByText('Enter a value').waitFor();
  await page.keyboard.type('6 months');
  expect(await axeViolations(page)).toEqual([]);

  await page.keyboard.press('Enter');
  await added(page).waitFor();
  const row = await inBooks('Rye crisps');
  expect(row).toMatchObject({ stock: 1200, price_paise: 9950, more_details: { 'Shelf life': '6 months' } });
  expect(row?.images).toEqual([`/images/${green}/640.webp`, `/images/${red}/640.webp`]);
  expect(await textOf(listing)).toContain('Rye crisps');
  expect(await textOf(shop.url + productPath({ _id: row?.id ?? '', name: 'Rye crisps' }))).toContain(
    '6 months',
  );

  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await added(page).waitFor({ state: 'hidden' });
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('');
  await expect.poll(() => hasFocus(name)).toBe(true);
  await expect.poll(() => thumbnails(page).count()).toBe(0);
  await expect.poll(() => page.getByLabel('Shelf life', { exact: true }).count()).toBe(0);
  await expect.poll(() => page.getByText(/ selected$/).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a picture that the connection loses is tried again, others are dropped and pasted, and all are enlarged', async () => {
  const { page, complaints } = await admitUploader();
  let isCut = true;
  await page.route('**/api/file/upload', (route) => (isCut ? route.abort() : route.continue()));
  await chooseFiles(page, [await picture('red.png', '#d33')]);
  const tile = page.getByRole('listitem').filter({ hasText: 'red.png' });
  await tile.getByText('The shop cannot be reached.').waitFor();
  isCut = false;
  complaints.length = 0;
  await tile.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Enlarge the image' }).waitFor();

  const bytes = async (colour: string) => (await picture('some.png', colour)).buffer.toString('base64');
  await bringFile(page, 'drop', await bytes('#3d3'));
  await expect.poll(() => page.getByRole('button', { name: /^Enlarge/ }).count()).toBe(2);
  await bringFile(page, 'paste', await bytes('#33d'));
  await expect.poll(() => page.getByRole('button', { name: /^Enlarge/ }).count()).toBe(3);
  await bringFile(page, 'paste', await bytes('#33d'));
  await page.getByText('This image has already been added.').waitFor();

  const second = page.getByRole('button', { name: 'Enlarge image 2' });
  await second.click();
  const viewer = page.getByRole('dialog');
  await viewer.getByText('2/3').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await viewer.getByText('3/3').waitFor();
  await page.keyboard.press('ArrowRight');
  await viewer.getByText('1/3').waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(second)).toBe(true);
  expect(complaints).toEqual([]);
});

test('what is wrong is said at its field, and nothing that was typed is lost by it', async () => {
  const shelf = await openCache();
  const { page, account, complaints } = await admitUploader(768);
  await submit(page).click();
  await expect.poll(() => page.getByText(/^Enter (?:a|your|the) /).count()).toBe(6);
  await expect.poll(() => page.getByText(/^Select a /).count()).toBe(2);
  await expect.poll(() => hasFocus(page.getByLabel('Name', { exact: true }))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  const [taken] = await shop.database.db.query<{ name: string }>(
    sql`select name from product order by id limit 1`,
  );
  await fillIn(page, `  ${taken?.name.toUpperCase()} `, shelf);
  for (const [label, wrong, message] of [
    ['Price', '0', 'The price must be more than 0.'],
    ['Discount', '100.01', 'At most 100 %.'],
    ['Number of Stock', '1.5', 'Please enter a whole number.'],
  ] as const) {
    const field = page.getByLabel(label);
    const right = await field.inputValue();
    await field.fill(wrong);
    await submit(page).click();
    await page.getByText(message, { exact: true }).waitFor();
    await expect.poll(() => hasFocus(field)).toBe(true);
    await field.fill(right);
    await page.getByText(message, { exact: true }).waitFor({ state: 'detached' });
  }

  await submit(page).click();
  await page.getByText('Another product already has this name.').waitFor();
  await expect.poll(() => hasFocus(page.getByLabel('Name', { exact: true }))).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('Oat crisps');
  await page.route('**/api/product/create', (route) => route.abort());
  await submit(page).click();
  await page.getByText('The shop cannot be reached. Please check your connection and try again.').waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Oat crisps');
  await page.unroute('**/api/product/create');
  // What the shop and the wire refuse, the browser reports in its console.
  complaints.length = 0;

  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/dashboard/upload-product');

  // A session that ends takes the form from the page, but not what is in it.
  await page.evaluate(() => localStorage.clear());
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').waitFor();
  await logIn(page, account);
  await page.waitForURL('/dashboard/upload-product');
  await page.getByText('Your unsaved changes have been restored.').waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Oat crisps');
  await submit(page).click();
  await added(page).waitFor();
  expect(await inBooks('Oat crisps')).toMatchObject({ stock: 1200 });
  await page.keyboard.press('Enter');
  await page.reload();
  await page.getByLabel('Name', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Your unsaved changes have been restored.').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('categories are chosen and taken away by keyboard alone, on a telephone', async () => {
  const { page, complaints } = await admitUploader(360);
  const box = page.getByRole('combobox', { name: 'Category', exact: true });
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  await tabTo(page, box);
  await page.keyboard.type('zzz');
  await page.getByText('No results').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => box.inputValue()).toBe('zzz');
  await page.keyboard.press('Escape');
  await expect.poll(() => box.inputValue()).toBe('');
  for (const presses of [1, 1, 2]) {
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  const chips = page.getByRole('button', { name: /^Remove / });
  await expect.poll(() => chips.count()).toBe(3);
  await page.getByText('3 selected').waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => hasFocus(chips.nth(1))).toBe(true);
  const last = await chips.nth(2).textContent();
  await page.keyboard.press('Delete');
  await expect.poll(() => chips.count()).toBe(2);
  await expect.poll(() => chips.nth(1).textContent()).toBe(last);
  await expect.poll(() => hasFocus(chips.nth(1))).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('1 selected').waitFor();
  await expect.poll(() => hasFocus(chips.nth(0))).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => hasFocus(box)).toBe(true);
  await page.keyboard.press('Backspace');
  await expect.poll(() => chips.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('two admins change the same product: each is told, neither loses anything in silence', async () => {
  const goods = await takeGoods(shop);
  const [first, second] = await Promise.all([
    admitAdmin({ name: 'Ravi Menon' }),
    admitAdmin({ name: 'Meera Iyer', widthPx: 768 }),
  ]);
  for (const { page } of [first, second]) await openEditor(page, goods.name);
  const [mine, theirs] = [editorOf(second.page), editorOf(first.page)];
  const update = (editor: Locator) => editor.getByRole('button', { name: 'Update Product' }).click();

  await theirs.getByLabel('Price').fill('120');
  await update(theirs);
  await finish(first.page);
  // Sold while the other admin has the form open.
  await shop.database.db.query(sql`update product set stock = stock - 3 where id = ${goods.id}`);

  await mine.getByLabel('Unit').fill('1 family pack');
  expect(await axeViolations(second.page)).toEqual([]);
  await update(mine);
  const conflict = second.page.getByRole('dialog', { name: 'Conflicting changes' });
  await conflict.getByText('Ravi Menon').waitFor();
  await conflict.getByText('₹120').waitFor();
  expect(await axeViolations(second.page)).toEqual([]);
  second.complaints.length = 0;
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await finish(second.page);
  expect(await figuresOf(goods.id)).toEqual({ unit: '1 family pack', price_paise: 12_000, stock: 37 });

  // And the other way round: a form that is behind takes over what is there.
  await openEditor(first.page, goods.name);
  await openEditor(second.page, goods.name);
  await mine.getByLabel('Number of Stock').fill('50');
  await update(mine);
  await finish(second.page);
  await theirs.getByLabel('Unit').fill('1 crate');
  await update(theirs);
  await first.page.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => theirs.getByLabel('Number of Stock').inputValue()).toBe('50');
  await expect.poll(() => theirs.getByLabel('Unit').inputValue()).toBe('1 family pack');
  await theirs.getByLabel('Unit').fill('1 crate');
  first.complaints.length = 0;
  await first.page.keyboard.press('Escape');
  await first.page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await first.page.keyboard.press('Escape');
  await update(theirs);
  await finish(first.page);
  expect(await figuresOf(goods.id)).toEqual({ unit: '1 crate', price_paise: 12_000, stock: 50 });
  expect([...first.complaints, ...second.complaints]).toEqual([]);
});

const editorOf = (page: Page) => page.getByRole('dialog', { name: 'Update Product' });

async function openEditor(page: Page, name: string): Promise<void> {
  await page.goto(`/dashboard/product?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await editorOf(page).waitFor();
}

async function finish(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Product updated' });
  await dialog.waitFor();
  await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'OK' }))).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

async function figuresOf(id: string) {
  const [row] = await shop.database.db.query<{ unit: string; price_paise: number; stock: number }>(sql`
    select unit, price_paise, stock from product where id = ${id}`);
  return row;
}
