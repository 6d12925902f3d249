import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { hear } from './goods.ts';
import { hasFocus } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import {
  choosePicture,
  dialogOf,
  openAdminAt,
  pictureFile,
  publicNames,
  submitOf,
  uploadedBy,
} from './shelf-keeper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const openAdmin = (path: string, widthPx?: number) => openAdminAt({ shop, entrance }, path, widthPx);

test('a category is added with its picture, changed and deleted, and everybody sees it at once', async () => {
  const { page, complaints } = await openAdmin('/dashboard/category');
  const opener = page.getByRole('button', { name: 'Add Category' });
  await opener.click();
  const dialog = dialogOf(page, 'Add Category');
  await expect.poll(() => hasFocus(dialog.getByLabel('Name'))).toBe(true);
  await expect.poll(() => dialog.getByRole('button', { name: 'Choose an image' }).isDisabled()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await submitOf(dialog).click();
  await dialog.getByText('Enter a name').waitFor();
  await dialog.getByLabel('Name').fill('  Diwali Specials  ');
  await page.keyboard.press('Enter');
  await dialog.getByText('Please upload a picture.').waitFor();
  await choosePicture(dialog, '#c84');
  await dialog.getByText('Please upload a picture.').waitFor({ state: 'hidden' });
  await dialog.getByLabel('Name').press('Enter');

  const success = dialogOf(page, 'Category added');
  await success.getByText('Diwali Specials').waitFor();
  await expect.poll(() => hasFocus(success.getByRole('button', { name: 'OK' }))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await success.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(opener)).toBe(true);
  expect(await publicNames(shop, '/api/category/get')).toContain('Diwali Specials');

  await page.getByRole('button', { name: 'Edit Diwali Specials' }).click();
  const update = dialogOf(page, 'Update Category');
  await update.getByLabel('Name').fill('Festival Specials');
  await choosePicture(update, '#48c');
  await update.getByRole('button', { name: 'Update Category' }).click();
  await dialogOf(page, 'Category updated').getByRole('button', { name: 'OK' }).click();
  expect(await publicNames(shop, '/api/category/get')).toContain('Festival Specials');

  const deletion = page.getByRole('button', { name: 'Delete Festival Specials' });
  const question = dialogOf(page, 'Permanent Delete');
  await deletion.click();
  await question.getByText('Are you sure permanent delete ?', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => hasFocus(deletion)).toBe(true);
  await deletion.click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await hear(page, 'Category deleted');
  await deletion.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(page.getByRole('region', { name: 'Categories' }))).toBe(true);
  expect(await publicNames(shop, '/api/category/get')).not.toContain('Festival Specials');
  expect(complaints).toEqual([]);
});

test('a name that is taken is said at the name, and nothing of the form is lost', async () => {
  const { page } = await openAdmin('/dashboard/category');
  const [taken = ''] = await publicNames(shop, '/api/category/get');
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = dialogOf(page, 'Add Category');
  await dialog.getByLabel('Name').fill(`  ${taken.toUpperCase()} `);
  await choosePicture(dialog, '#4a4');
  await submitOf(dialog).click();
  await dialog.getByText('Another category already has this name.').waitFor();
  await expect.poll(() => hasFocus(dialog.getByLabel('Name'))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  // Then the shop is out of reach, and back again.
  await dialog.getByLabel('Name').fill('Only Here');
  await dialog.getByText('Another category already has this name.').waitFor({ state: 'hidden' });
  await page.route('**/api/category/add-category', (route) => route.abort());
  await submitOf(dialog).click();
  await dialog.getByRole('alert').getByText('The shop cannot be reached.', { exact: false }).waitFor();
  await page.unroute('**/api/category/add-category');
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Only Here');
  await submitOf(dialog).click();
  await dialogOf(page, 'Category added').waitFor();
});

test('a category in use is not deleted: what belongs to it is counted, and the way leads there', async () => {
  const { page } = await openAdmin('/dashboard/category', 768);
  const [row] = await shop.database.db.query<{
    id: string;
    name: string;
    products: number;
    shelves: number;
  }>(sql`
    select c.id, c.name,
      (select count(*) from product_category where category_id = c.id)::integer as products,
      (select count(*) from sub_category_category where category_id = c.id)::integer as shelves
    from category c order by shelves desc, c.id limit 1`);
  const { id = '', name = '', products, shelves } = row ?? {};
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  const question = dialogOf(page, 'Permanent Delete');
  await question.getByRole('button', { name: 'Confirm' }).click();
  const refusal = question.getByRole('alert');
  await refusal
    .getByText(`${products} products and ${shelves} sub-categories belong to it.`, {
      exact: false,
    })
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await refusal.getByRole('link', { name: 'View sub-categories' }).click();
  await page.waitForURL(`/dashboard/subcategory?category=${id}`);
  await page.getByText(`${shelves} found`).waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Filter by category' }).inputValue()).toBe(id);
  expect(await publicNames(shop, '/api/category/get')).toContain(name);
});

test('a picture that does not arrive says so, is tried again, and is at home at once', async () => {
  const { page } = await openAdmin('/dashboard/category');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = dialogOf(page, 'Update Category');
  await page.route('**/api/file/upload', (route) => route.abort());
  await dialog.locator('input[type=file]').setInputFiles(await pictureFile('#844'));
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  await submitOf(dialog).click();
  await dialog.getByText('The upload failed. Try again or delete the image.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.unroute('**/api/file/upload');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('The upload failed.', { exact: false }).waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Try again' }).waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Enlarge the image' }).waitFor();
  await submitOf(dialog).click();
  await dialogOf(page, 'Category updated').waitFor();
  const [, hash = 'none'] = /images\/(\w+)\//.exec(await uploadedBy(shop, page, '#844')) ?? [];
  const home = await fetch(shop.url);
  expect((await home.text()).includes(hash)).toBe(true);
});

test('what is not saved is not lost by Escape, by the way back or by leaving the shop', async () => {
  const { page } = await openAdmin('/dashboard/subcategory');
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Category', exact: true })
    .click();
  await page.waitForURL('/dashboard/category');
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = dialogOf(page, 'Add Category');
  await dialog.getByLabel('Name').fill('Half a th');
  const question = dialogOf(page, 'Leave without saving?');
  await page.keyboard.press('Escape');
  await question.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // However often: the browser would close the form by itself in the end.
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => dialog.getByLabel('Name').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await question.waitFor();
  }
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Half a th');

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/dashboard/category');
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Half a th');

  const warned = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();
  await closing;

  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  // Nothing was typed: nobody asks.
  await page.getByRole('button', { name: 'Add Category' }).click();
  await dialog.getByLabel('Name').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('categories are found by words, from the keyboard', async () => {
  const { page, complaints } = await openAdmin('/dashboard/category', 360);
  const names = page.getByRole('region', { name: 'Categories' }).getByRole('heading', { level: 2 });
  await names.first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('dairy');
  await expect.poll(() => names.allTextContents()).toEqual([expect.stringMatching(/dairy/i)]);
  await page.waitForURL('/dashboard/category?q=dairy');
  await page.keyboard.type(' tractors');
  await page.getByText('No categories match “dairy tractors”.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show all categories' }).click();
  await expect.poll(() => names.count()).toBeGreaterThan(5);
  expect(await overflowPx(page)).toBe(0);
  expect(complaints).toEqual([]);
});

test('two admins change the same category: neither loses anything unasked', async () => {
  const mine = await openAdmin('/dashboard/category');
  const theirs = await openAdmin('/dashboard/category');
  await theirs.page.getByRole('button', { name: 'Add Category' }).click();
  const added = dialogOf(theirs.page, 'Add Category');
  await added.getByLabel('Name').fill('Shared Shelf');
  await choosePicture(added, '#111');
  await submitOf(added).click();
  await dialogOf(theirs.page, 'Category added').getByRole('button', { name: 'OK' }).click();

  await mine.page.reload();
  await mine.page.getByRole('button', { name: 'Edit Shared Shelf' }).click();
  const editor = dialogOf(mine.page, 'Update Category');
  await choosePicture(editor, '#eee');

  await theirs.page.getByRole('button', { name: 'Edit Shared Shelf' }).click();
  const other = dialogOf(theirs.page, 'Update Category');
  await other.getByLabel('Name').fill('Their Shelf');
  await submitOf(other).click();
  await dialogOf(theirs.page, 'Category updated').getByRole('button', { name: 'OK' }).click();

  await submitOf(editor).click();
  const conflict = dialogOf(mine.page, 'Conflicting changes');
  await conflict.getByText('Ravi Menon').waitFor();
  await expect.poll(() => conflict.getByRole('deletion').textContent()).toBe('Shared Shelf');
  await expect.poll(() => conflict.getByRole('insertion').textContent()).toBe('Their Shelf');
  expect(await axeViolations(mine.page)).toEqual([]);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await dialogOf(mine.page, 'Category updated').getByText('Their Shelf').waitFor();
  const [kept] = await shop.database.db.query<{ image: string }>(sql`
    select image from category where name = 'Their Shelf'`);
  expect(kept?.image).toBe(await uploadedBy(shop, mine.page, '#eee'));
  await mine.page.keyboard.press('Enter');

  // The other way round: the second admin has an old page, sees what changed, and gives in.
  await theirs.page.getByRole('button', { name: 'Edit Their Shelf' }).click();
  await other.getByLabel('Name').fill('Stubborn Shelf');
  await mine.page.getByRole('button', { name: 'Edit Their Shelf' }).click();
  await editor.getByLabel('Name').fill('My Shelf');
  await submitOf(editor).click();
  await dialogOf(mine.page, 'Category updated').waitFor();
  await submitOf(other).click();
  const second = dialogOf(theirs.page, 'Conflicting changes');
  await second.getByRole('insertion').filter({ hasText: 'My Shelf' }).waitFor();
  await second.getByRole('button', { name: 'Take theirs' }).click();
  await second.waitFor({ state: 'hidden' });
  await expect.poll(() => other.getByLabel('Name').inputValue()).toBe('My Shelf');
  // Nothing is left to lose.
  await theirs.page.keyboard.press('Escape');
  await other.waitFor({ state: 'hidden' });
  await theirs.page.getByRole('button', { name: 'Edit My Shelf' }).waitFor();
});
