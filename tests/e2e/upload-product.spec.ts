import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { listingPath, productPath } from '#contract/base/slug.ts';
import { addCategory, addProduct, addSubCategory } from '#tests/fixtures/seed.ts';
import { expectAccessible, tabTo } from './accessibility.ts';
import { adminMenu, imageFile, subCategoryNames } from './dashboard.ts';
import {
  chooseFiles,
  disguisedSvg,
  fillProductForm,
  type ProductCategories,
  transferImage,
} from './product-form.ts';
import type { Account, Shop } from './shop.ts';
import { startSession, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

let created = 0;

/** Creates a category with a sub-category and waits until the shop serves them. */
async function createCategories(shop: Shop): Promise<ProductCategories> {
  created += 1;
  const [name, subName] = [`Test kitchen ${created}`, `Tasters ${created}`];
  const categoryId = await addCategory(shop.db, name);
  const subCategoryId = await addSubCategory(shop.db, [categoryId], subName);
  await expect.poll(() => subCategoryNames(shop)).toContain(subName);
  return {
    category: { _id: categoryId, name },
    subCategory: { _id: subCategoryId, name: subName },
  };
}

async function openForm(page: Page, admin: Account): Promise<void> {
  await startSession(page, admin);
  await page.goto('/dashboard/upload-product');
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
}

const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Submit' });
const thumbnails = (page: Page) => page.getByRole('group', { name: /^Pictures/ }).locator('img');
const added = (page: Page) => page.getByRole('dialog', { name: 'Product added' });

/** Hashes of the pictures in the form. */
async function imagesIn(page: Page): Promise<string[]> {
  const addresses = await thumbnails(page).evaluateAll((images) =>
    images.map((image) => image.getAttribute('src')),
  );
  return addresses.map((address) => address?.split('/')[2] ?? '');
}

/** A text of the live region. */
const announcement = (page: Page, text: string) => page.getByText(text, { exact: true });

async function storedProduct({ db }: Shop, name: string) {
  const [row] = await db.query<{
    id: string;
    images: string[];
    stock: number;
    price_paise: number;
    more_details: unknown;
  }>(
    sql`select id, images, stock, price_paise, more_details from product_with_categories where name = ${name}`,
  );
  return row;
}

for (const widthPx of [360, 1440]) {
  test(`each label of the product form fits one line at ${widthPx} px`, async ({ openPage, admin }) => {
    const page = await openPage({ widthPx });
    await openForm(page, admin);
    const wrapped = await page
      .locator('main form label')
      .evaluateAll((labels) =>
        labels
          .filter(
            (label) =>
              label.getBoundingClientRect().height > 2 * Number.parseFloat(getComputedStyle(label).fontSize),
          )
          .map(({ textContent }) => textContent),
      );
    expect(wrapped).toEqual([]);
  });
}

test('a product with pictures and a custom field is in the listing at the next request', async ({
  page,
  shop,
  admin,
}) => {
  const categories = await createCategories(shop);
  const listing = `${shop.url}${listingPath(categories.category, categories.subCategory)}`;
  const textOf = async (url: string) => (await fetch(url)).text();
  // The page without the product is cached now.
  expect(await textOf(listing)).not.toContain('Rye crisps');
  await openForm(page, admin);
  await fillProductForm(page, 'Rye crisps', categories);
  await expect(page.getByText('₹86.50')).toBeVisible();

  await chooseFiles(page, [
    await imageFile('#c33', 'red.png'),
    disguisedSvg,
    await imageFile('#3c3', 'green.png'),
  ]);
  await expect(page.getByRole('button', { name: /^Enlarge picture/ })).toHaveCount(2);
  const refused = page.getByRole('listitem').filter({ hasText: 'drawing.png' });
  await expect(refused.getByText('This picture cannot be read. Choose another one.')).toBeVisible();
  await submit(page).click();
  await expect(page.getByText('The upload failed. Try again or delete the picture.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rye crisps');
  await refused.getByRole('button', { name: 'Delete picture 2' }).click();
  await expect(refused).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add pictures' })).toBeFocused();
  await expect(page.getByText('The upload failed.')).toHaveCount(0);

  const [red, green] = await imagesIn(page);
  await page.getByRole('button', { name: 'Move picture 2' }).focus();
  await page.keyboard.press('Space');
  await expect(announcement(page, 'Picture at its original position, 2 of 2.')).toBeAttached();
  // Arrow keys have an effect only after dnd-kit has measured the places.
  const movedUp = async () => {
    await page.keyboard.press('ArrowLeft');
    return announcement(page, 'Picture at position 1 of 2.').count();
  };
  await expect.poll(movedUp).toBe(1);
  await page.keyboard.press('Space');
  await expect.poll(() => imagesIn(page)).toEqual([green, red]);

  await page.getByRole('button', { name: 'Add Field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Field' });
  await expect(dialog.getByPlaceholder('Enter field name')).toBeFocused();
  await page.keyboard.type('Shelf life');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Shelf life', { exact: true })).toBeFocused();
  await submit(page).click();
  await expect(page.getByText('Enter a value')).toBeVisible();
  await expect(page.getByLabel('Shelf life', { exact: true })).toBeFocused();
  await page.keyboard.type('6 months');
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await expect(added(page)).toBeVisible();
  const row = await storedProduct(shop, 'Rye crisps');
  expect(row).toMatchObject({ stock: 1200, price_paise: 9950, more_details: { 'Shelf life': '6 months' } });
  expect(row?.images).toEqual([`/images/${green}/640.webp`, `/images/${red}/640.webp`]);
  expect(await textOf(listing)).toContain('Rye crisps');
  expect(await textOf(shop.url + productPath({ _id: row?.id ?? '', name: 'Rye crisps' }))).toContain(
    '6 months',
  );

  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(added(page)).toBeHidden();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
  await expect(thumbnails(page)).toHaveCount(0);
  await expect(page.getByLabel('Shelf life', { exact: true })).toHaveCount(0);
  await expect(page.getByText(/ selected$/)).toHaveCount(0);
});

test('a failed picture upload is retried, pictures are dropped and pasted, and all are enlarged', async ({
  errors,
  page,
  admin,
}) => {
  await openForm(page, admin);
  let isCut = true;
  await page.route('**/api/file/upload', (route) => (isCut ? route.abort() : route.continue()));
  await chooseFiles(page, [await imageFile('#d33', 'red.png')]);
  const tile = page.getByRole('listitem').filter({ hasText: 'red.png' });
  await expect(tile.getByText('The store cannot be reached.')).toBeVisible();
  isCut = false;
  errors.accept(/net::ERR_FAILED/);
  await tile.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();

  const bytes = async (colour: string) => (await imageFile(colour, 'some.png')).buffer.toString('base64');
  await transferImage(page, 'drop', await bytes('#3d3'));
  await expect(page.getByRole('button', { name: /^Enlarge/ })).toHaveCount(2);
  await transferImage(page, 'paste', await bytes('#33d'));
  await expect(page.getByRole('button', { name: /^Enlarge/ })).toHaveCount(3);
  await transferImage(page, 'paste', await bytes('#33d'));
  await expect(page.getByText('This picture has already been added.')).toBeVisible();

  const second = page.getByRole('button', { name: 'Enlarge picture 2' });
  await second.click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('2/3')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3/3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('1/3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(second).toBeFocused();
});

test('errors are shown at the fields, and the input survives a reload and a new login', async ({
  errors,
  tablet: page,
  shop,
  admin,
}) => {
  const categories = await createCategories(shop);
  await openForm(page, admin);
  await submit(page).click();
  await expect(page.getByText(/^Enter (?:a|your|the) /)).toHaveCount(6);
  await expect(page.getByText(/^Select a /)).toHaveCount(2);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expectAccessible(page);

  const taken = { name: 'Barley crisps', unit: '1 kg' };
  await addProduct(shop.db, { name: taken.name });
  await fillProductForm(page, `  ${taken.name.toUpperCase()} `, categories);
  await page.getByLabel('Unit').fill(taken.unit);
  for (const [label, wrong, message] of [
    ['Price (₹)', '0', 'The price must be more than 0.'],
    ['Discount (%)', '100.01', 'At most 100 %.'],
    ['Stock', '1.5', 'Please enter a whole number.'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    const right = await field.inputValue();
    await field.fill(wrong);
    await submit(page).click();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(right);
    await expect(page.getByText(message, { exact: true })).toHaveCount(0);
  }

  await submit(page).click();
  await expect(page.getByText('Another product already has this name, unit and brand.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Oat crisps');
  await page.route('**/api/product/create', (route) => route.abort());
  await submit(page).click();
  await expect(
    page.getByText('The store cannot be reached. Please check your connection and try again.'),
  ).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Oat crisps');
  await page.unroute('**/api/product/create');
  errors.accept(/net::ERR_FAILED|status of 4\d\d/);

  await adminMenu(page).getByRole('link', { name: 'Orders' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/dashboard/upload-product');

  // The form is gone with the session, but its input is kept.
  await page.evaluate(() => localStorage.clear());
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await submitLogin(page, admin);
  await page.waitForURL('/dashboard/upload-product');
  await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Oat crisps');
  await submit(page).click();
  await expect(added(page)).toBeVisible();
  expect(await storedProduct(shop, 'Oat crisps')).toMatchObject({ stock: 1200 });
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await expect(page.getByText('Your unsaved changes have been restored.')).toHaveCount(0);
});

test('categories are selected and removed by keyboard on a phone', async ({ phone: page, admin }) => {
  await openForm(page, admin);
  const box = page.getByRole('combobox', { name: 'Category', exact: true });
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await tabTo(page, box);
  await page.keyboard.type('zzz');
  await expect(page.getByText('No results')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('zzz');
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  for (const presses of [1, 1, 2]) {
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  const chips = page.getByRole('button', { name: /^Remove / });
  await expect(chips).toHaveCount(3);
  await expect(page.getByText('3 selected')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(chips.nth(1)).toBeFocused();
  const last = await chips.nth(2).textContent();
  await page.keyboard.press('Delete');
  await expect(chips).toHaveCount(2);
  await expect(chips.nth(1)).toHaveText(last ?? '');
  await expect(chips.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(chips.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(box).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(chips).toHaveCount(0);
});

test('two admins who edit the same product see the changes of each other before saving', async ({
  errors,
  openPage,
  shop,
  admin,
}) => {
  const product = await shop.claimProduct();
  const [first, second] = [await openPage(), await openPage({ widthPx: 768 })];
  await startSession(first, admin);
  await startSession(second, await shop.createAdmin('Meera Iyer'));
  for (const page of [first, second]) await openEditor(page, product.name);
  const [mine, theirs] = [editorOf(second), editorOf(first)];
  const update = (editor: Locator) => editor.getByRole('button', { name: 'Update Product' }).click();

  await theirs.getByLabel('Price (₹)', { exact: true }).fill('120');
  await update(theirs);
  await finish(first);
  // Three pieces are sold while the second admin edits.
  await shop.db.query(sql`update product_stock set stock = stock - 3 where product_id = ${product.id}`);

  await mine.getByLabel('Unit').fill('1 family pack');
  await expectAccessible(second);
  await update(mine);
  const conflict = second.getByRole('dialog', { name: 'Conflicting changes' });
  await expect(conflict.getByText('Ravi Menon')).toBeVisible();
  await expect(conflict.getByText('₹120')).toBeVisible();
  await expectAccessible(second);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await finish(second);
  expect(await storedValues(shop, product.id)).toEqual({
    unit: '1 family pack',
    price_paise: 12_000,
    stock: 37,
  });

  // The first admin takes over the changes of the second.
  await openEditor(first, product.name);
  await openEditor(second, product.name);
  await mine.getByLabel('Stock', { exact: true }).fill('50');
  await update(mine);
  await finish(second);
  await theirs.getByLabel('Unit').fill('1 crate');
  await update(theirs);
  await first.getByRole('button', { name: 'Take theirs' }).click();
  await expect(theirs.getByLabel('Stock', { exact: true })).toHaveValue('50');
  await expect(theirs.getByLabel('Unit')).toHaveValue('1 family pack');
  await theirs.getByLabel('Unit').fill('1 crate');
  errors.accept(/status of 409/);
  await first.keyboard.press('Escape');
  await expect(first.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await first.keyboard.press('Escape');
  await update(theirs);
  await finish(first);
  expect(await storedValues(shop, product.id)).toEqual({ unit: '1 crate', price_paise: 12_000, stock: 50 });
});

const editorOf = (page: Page) => page.getByRole('dialog', { name: 'Update Product' });

async function openEditor(page: Page, name: string): Promise<void> {
  await page.goto(`/dashboard/product?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await expect(editorOf(page)).toBeVisible();
}

async function finish(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Product updated' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function storedValues({ db }: Shop, id: string) {
  const [row] = await db.query<{ unit: string; price_paise: number; stock: number }>(sql`
    select unit, price_paise, stock from product_with_categories where id = ${id}`);
  return row;
}

test('a product of a known name is refused until it has a SKU, and a scanned barcode finds it', async ({
  page,
  shop,
  admin,
  errors,
}) => {
  errors.accept(/status of 409/);
  const categories = await createCategories(shop);
  await openForm(page, admin);
  for (const [sku, barcode] of [
    ['', ''],
    ['RUSK-2', '4006381333931'],
  ] as const) {
    await fillProductForm(page, 'Twice baked rusks', categories);
    if (sku !== '') {
      await submit(page).click();
      const refusal = page.getByText('Another product already has this name, unit and brand.').first();
      await expect(refusal).toBeVisible();
      errors.accept(/status of 409/);
      await page.getByLabel('Barcode (optional)').fill('4006381333932');
      await page.getByLabel('SKU (optional)').fill(sku);
      await submit(page).click();
      await expect(page.getByText('The last digit does not fit the others.')).toBeVisible();
      await page.getByLabel('Barcode (optional)').fill(barcode);
    }
    await submit(page).click();
    await expect(added(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  }

  await page.goto('/dashboard/product?q=RUSK-2');
  const cards = page.getByRole('main').locator('ul h2');
  await expect(cards.first()).toHaveText('Twice baked rusks');
  await page.getByPlaceholder('Search product here ...').fill('04006381333931');
  await expect(cards).toHaveText(['Twice baked rusks']);
  await page.getByRole('button', { name: 'Edit Twice baked rusks' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Product' });
  await expect(dialog.getByLabel('SKU (optional)')).toHaveValue('RUSK-2');
  await dialog.getByLabel('SKU (optional)').fill('rusk-3');
  await dialog.getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByRole('dialog', { name: 'Product updated' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Search product here ...').fill('RUSK-3');
  await expect(cards.first()).toHaveText('Twice baked rusks');
});
