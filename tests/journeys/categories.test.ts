import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bytesOf, plainPicture } from '#tests/uploads.ts';
import { axeViolations } from './axe.ts';
import { hear } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { type Account, enter, openAccount } from './shopper.ts';
import type { Entrance, Visitor } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

interface Admin extends Visitor {
  account: Account;
}

/** An admin who looks at a page of the dashboard. */
async function openAdmin(path: string, widthPx = 1440): Promise<Admin> {
  const account = await openAccount(shop);
  await shop.database.sql`update account set role = 'ADMIN' where id = ${account.userId}`;
  const visitor = await entrance.admit(shop.url, { widthPx });
  await enter(visitor.page, account);
  await visitor.page.goto(path);
  await visitor.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return { ...visitor, account };
}

/** A picture file of one colour, as a browser hands it over. */
async function pictureFile(colour: string, name = 'shelf.png') {
  const bytes = await bytesOf(plainPicture(300, 200, colour).png());
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) };
}

/** The address of a picture that an admin has sent to the shop. */
async function uploadedBy(page: Page, colour: string): Promise<string> {
  const { name, mimeType, buffer } = await pictureFile(colour);
  const response = await page.request.post(`${shop.url}/api/file/upload`, {
    headers: { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accesstoken'))}` },
    multipart: { image: { name, mimeType, buffer } },
  });
  return (await response.json()).data.url;
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const submitOf = (dialog: Locator) => dialog.locator('button[type=submit]');
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Sub-categories' }).locator('tbody tr');

async function choosePicture(dialog: Locator, colour: string): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles(await pictureFile(colour));
  await dialog.getByRole('button', { name: 'Enlarge the picture' }).waitFor();
}

/** The names of the categories, or sub-categories, that the API gives to everybody. */
async function publicNames(path: '/api/category/get' | '/api/subcategory/get'): Promise<string[]> {
  const method = path === '/api/category/get' ? 'GET' : 'POST';
  const response = await fetch(shop.url + path, { method });
  const { data } = await response.json();
  return data.map(({ name }: { name: string }) => name);
}

test('a category is added with its picture, changed and deleted, and everybody sees it at once', async () => {
  const { page, complaints } = await openAdmin('/dashboard/category');
  const opener = page.getByRole('button', { name: 'Add Category' });
  await opener.click();
  const dialog = dialogOf(page, 'Add Category');
  await expect.poll(() => hasFocus(dialog.getByLabel('Name'))).toBe(true);
  expect(await dialog.getByRole('button', { name: 'Choose a picture' }).isDisabled()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await submitOf(dialog).click();
  await dialog.getByText('Please fill this in.').waitFor();
  await dialog.getByLabel('Name').fill('  Diwali Specials  ');
  await page.keyboard.press('Enter');
  await dialog.getByText('Please upload a picture.').waitFor();
  await choosePicture(dialog, '#c84');
  await dialog.getByText('Please upload a picture.').waitFor({ state: 'hidden' });
  await dialog.getByLabel('Name').press('Enter');

  const success = dialogOf(page, 'Category added');
  await success.getByText('Diwali Specials').waitFor();
  expect(await hasFocus(success.getByRole('button', { name: 'OK' }))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await success.waitFor({ state: 'hidden' });
  expect(await hasFocus(opener)).toBe(true);
  expect(await publicNames('/api/category/get')).toContain('Diwali Specials');

  await page.getByRole('button', { name: 'Edit Diwali Specials' }).click();
  const update = dialogOf(page, 'Update Category');
  await update.getByLabel('Name').fill('Festival Specials');
  await choosePicture(update, '#48c');
  await update.getByRole('button', { name: 'Update Category' }).click();
  await dialogOf(page, 'Category updated').getByRole('button', { name: 'OK' }).click();
  expect(await publicNames('/api/category/get')).toContain('Festival Specials');

  const deletion = page.getByRole('button', { name: 'Delete Festival Specials' });
  const question = dialogOf(page, 'Permanent Delete');
  await deletion.click();
  await question.getByText('Are you sure permanent delete ?', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await hasFocus(deletion)).toBe(true);
  await deletion.click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await hear(page, 'Category deleted');
  await deletion.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(page.getByRole('region', { name: 'Categories' }))).toBe(true);
  expect(await publicNames('/api/category/get')).not.toContain('Festival Specials');
  expect(complaints).toEqual([]);
});

test('a name that is taken is said at the name, and nothing of the form is lost', async () => {
  const { page } = await openAdmin('/dashboard/category');
  const [taken = ''] = await publicNames('/api/category/get');
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = dialogOf(page, 'Add Category');
  await dialog.getByLabel('Name').fill(`  ${taken.toUpperCase()} `);
  await choosePicture(dialog, '#4a4');
  await submitOf(dialog).click();
  await dialog.getByText('There is a category of this name already.').waitFor();
  expect(await hasFocus(dialog.getByLabel('Name'))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  // Then the shop is out of reach, and back again.
  await dialog.getByLabel('Name').fill('Only Here');
  await dialog.getByText('There is a category of this name already.').waitFor({ state: 'hidden' });
  await page.route('**/api/category/add-category', (route) => route.abort());
  await submitOf(dialog).click();
  await dialog.getByRole('alert').getByText('The shop cannot be reached.', { exact: false }).waitFor();
  await page.unroute('**/api/category/add-category');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Only Here');
  await submitOf(dialog).click();
  await dialogOf(page, 'Category added').waitFor();
});

test('a category in use is not deleted: what belongs to it is counted, and the way leads there', async () => {
  const { page } = await openAdmin('/dashboard/category', 768);
  const [row] = await shop.database.sql<{ id: string; name: string; products: number; shelves: number }[]>`
    select c.id, c.name,
      (select count(*) from product_category where category_id = c.id)::integer as products,
      (select count(*) from sub_category_category where category_id = c.id)::integer as shelves
    from category c order by shelves desc, c.id limit 1`;
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
  await refusal.getByRole('link', { name: 'See its sub-categories' }).click();
  await page.waitForURL(`/dashboard/subcategory?category=${id}`);
  await page.getByText(`${shelves} found`).waitFor();
  expect(await page.getByRole('combobox', { name: 'Filter by category' }).inputValue()).toBe(id);
  expect(await publicNames('/api/category/get')).toContain(name);
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
  await dialog.getByText('The picture did not arrive. Please try again, or delete it.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.unroute('**/api/file/upload');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('The picture did not arrive.', { exact: false }).waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Try again' }).waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Enlarge the picture' }).waitFor();
  await submitOf(dialog).click();
  await dialogOf(page, 'Category updated').waitFor();
  const [, hash = 'none'] = /images\/(\w+)\//.exec(await uploadedBy(page, '#844')) ?? [];
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
    expect(await dialog.getByLabel('Name').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await question.waitFor();
  }
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Half a th');

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/dashboard/category');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Half a th');

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
  await page.getByText('No category is found by “dairy tractors”.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show all categories' }).click();
  await expect.poll(() => names.count()).toBeGreaterThan(5);
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflowPx).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

test('without a mouse: a sub-category is added to two categories, moved and deleted', async () => {
  const { page, complaints } = await openAdmin('/dashboard/subcategory');
  const [first = '', second = '', third = ''] = await publicNames('/api/category/get');
  const opener = page.getByRole('button', { name: 'Add Sub Category' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Add Sub Category');
  await expect.poll(() => hasFocus(dialog.getByLabel('Name'))).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('Please choose at least one.').waitFor();
  expect(await dialog.getByText('Please upload a picture.').count()).toBe(1);
  await page.keyboard.type('Rangoli Colours');
  await choosePicture(dialog, '#a3c');
  const box = dialog.getByRole('combobox', { name: 'Category' });
  await tabTo(page, box);
  for (const name of [first, second]) {
    await page.keyboard.type(name);
    await dialog.getByRole('option', { name, exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await box.fill('');
  }
  await dialog.getByText('2 selected').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // The list goes, the dialog stays.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.getByRole('option').count()).toBe(0);
  expect(await dialog.isVisible()).toBe(true);
  await tabTo(page, submitOf(dialog));
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Sub category created').getByText('Rangoli Colours').waitFor();
  await page.keyboard.press('Enter');
  expect(await hasFocus(opener)).toBe(true);

  await page.keyboard.press('/');
  await page.keyboard.type('rangoli');
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  const row = rowsOf(page).first();
  expect(await row.getByRole('cell').nth(2).getByRole('listitem').allTextContents()).toEqual([first, second]);
  const edit = row.getByRole('button', { name: 'Edit Rangoli Colours' });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  const editor = dialogOf(page, 'Edit Sub Category');
  await tabTo(page, editor.getByRole('combobox', { name: 'Category' }));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await hasFocus(editor.getByRole('button', { name: `Take ${first} away` }))).toBe(true);
  await page.keyboard.press('Delete');
  await editor.getByText('1 selected').waitFor();
  await editor.getByRole('combobox', { name: 'Category' }).focus();
  await page.keyboard.type(third);
  await page.keyboard.press('Enter');
  await tabTo(page, submitOf(editor));
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Sub category updated').waitFor();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => row.getByRole('cell').nth(2).getByRole('listitem').allTextContents())
    .toEqual([second, third]);

  await tabTo(page, row.getByRole('button', { name: 'Delete Rangoli Colours' }));
  await page.keyboard.press('Enter');
  const question = dialogOf(page, 'Permanent Delete');
  await tabTo(page, question.getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');
  await hear(page, 'Sub category deleted');
  await page.getByText('No sub-category is found here.').waitFor();
  await expect.poll(() => hasFocus(page.getByRole('region', { name: 'Sub-categories' }))).toBe(true);
  expect(complaints).toEqual([]);
});

test('what an edited sub-category lacks is said by the shop at its fields', async () => {
  const { page } = await openAdmin('/dashboard/subcategory', 768);
  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^Edit / })
    .click();
  const editor = dialogOf(page, 'Edit Sub Category');
  await editor.getByLabel('Name').fill('');
  await editor.getByRole('button', { name: 'Delete the picture' }).click();
  for (const chip of await editor.getByRole('button', { name: /^Take .* away$/ }).all()) await chip.click();
  await editor.getByText('selected').waitFor({ state: 'hidden' });
  await submitOf(editor).click();
  await editor.getByText('Please fill this in.').waitFor();
  await editor.getByText('Please upload a picture.').waitFor();
  await editor.getByText('Please choose at least one.').waitFor();
  expect(await hasFocus(editor.getByLabel('Name'))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
});

test('sub-categories are sorted, filtered and paged, the address knows how, and a picture fills the screen', async () => {
  const { page, complaints } = await openAdmin('/dashboard/subcategory');
  const names = () => rowsOf(page).getByRole('rowheader').allTextContents();
  await rowsOf(page).first().getByRole('rowheader').waitFor();
  const all = await publicNames('/api/subcategory/get');
  const byName = all.toSorted(new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' }).compare);
  expect(await names()).toEqual(byName.slice(0, 10));
  const head = page.getByRole('columnheader', { name: 'Name' });
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  await head.getByRole('button').click();
  await page.waitForURL('/dashboard/subcategory?sort=-name');
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  expect(await names()).toEqual(byName.toReversed().slice(0, 10));

  await page.getByRole('button', { name: 'Next' }).click();
  await rowsOf(page).first().getByRole('cell', { name: '11', exact: true }).waitFor();
  await page.reload();
  await rowsOf(page)
    .first()
    .getByRole('rowheader', { name: byName.at(-11) ?? '', exact: true })
    .waitFor();
  const filter = page.getByRole('combobox', { name: 'Filter by category' });
  const [category = ''] = await publicNames('/api/category/get');
  await filter.selectOption({ label: category });
  await rowsOf(page).first().getByRole('cell', { name: '1', exact: true }).waitFor();
  const chips = rowsOf(page).getByRole('listitem');
  expect(new Set(await chips.allTextContents())).toContain(category);
  for (const row of await rowsOf(page).all()) await row.getByText(category, { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  const picture = rowsOf(page)
    .first()
    .getByRole('button', { name: /^Enlarge / });
  await picture.click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('img').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  expect(await hasFocus(picture)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a sub-category that holds products is not deleted, and says how many', async () => {
  const { page } = await openAdmin('/dashboard/subcategory');
  const [row] = await shop.database.sql<{ name: string; products: number }[]>`
    select s.name, count(*)::integer as products from sub_category s
    join product_sub_category p on p.sub_category_id = s.id
    group by s.id order by count(*) desc, s.id limit 1`;
  const { name = '', products } = row ?? {};
  await page.getByRole('searchbox', { name: 'Search sub-categories' }).fill(name);
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  const question = dialogOf(page, 'Permanent Delete');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question
    .getByRole('alert')
    .getByText(`${products} products belong to it.`, { exact: false })
    .waitFor();
  expect(await publicNames('/api/subcategory/get')).toContain(name);
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
  const conflict = dialogOf(mine.page, 'Changed meanwhile');
  await conflict.getByText('Ravi Menon').waitFor();
  expect(await conflict.getByRole('deletion').textContent()).toBe('Shared Shelf');
  expect(await conflict.getByRole('insertion').textContent()).toBe('Their Shelf');
  expect(await axeViolations(mine.page)).toEqual([]);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await dialogOf(mine.page, 'Category updated').getByText('Their Shelf').waitFor();
  const [kept] = await shop.database.sql<{ image: string }[]>`
    select image from category where name = 'Their Shelf'`;
  expect(kept?.image).toBe(await uploadedBy(mine.page, '#eee'));
  await mine.page.keyboard.press('Enter');

  // The other way round: the second admin has an old page, sees what changed, and gives in.
  await theirs.page.getByRole('button', { name: 'Edit Their Shelf' }).click();
  await other.getByLabel('Name').fill('Stubborn Shelf');
  await mine.page.getByRole('button', { name: 'Edit Their Shelf' }).click();
  await editor.getByLabel('Name').fill('My Shelf');
  await submitOf(editor).click();
  await dialogOf(mine.page, 'Category updated').waitFor();
  await submitOf(other).click();
  const second = dialogOf(theirs.page, 'Changed meanwhile');
  await second.getByRole('insertion').filter({ hasText: 'My Shelf' }).waitFor();
  await second.getByRole('button', { name: 'Take theirs' }).click();
  await second.waitFor({ state: 'hidden' });
  expect(await other.getByLabel('Name').inputValue()).toBe('My Shelf');
  // Nothing is left to lose.
  await theirs.page.keyboard.press('Escape');
  await other.waitFor({ state: 'hidden' });
  await theirs.page.getByRole('button', { name: 'Edit My Shelf' }).waitFor();
});

test('what another admin has deleted meanwhile is gone, and says so', async () => {
  const { page, account } = await openAdmin('/dashboard/category');
  for (const name of ['Soon Gone', 'Gone Later']) {
    await account.call('addCategory', { name, image: await uploadedBy(page, '#222') });
  }
  await page.reload();
  const idOf = async (name: string) => {
    const [row] = await shop.database.sql<{ id: string }[]>`select id from category where name = ${name}`;
    return row?.id ?? '';
  };
  await page.getByRole('button', { name: 'Edit Soon Gone' }).click();
  await account.call('deleteCategory', { _id: await idOf('Soon Gone') });
  const editor = dialogOf(page, 'Update Category');
  await editor.getByLabel('Name').fill('Too Late');
  await submitOf(editor).click();
  await editor.getByRole('alert').getByText('This category has been deleted.').waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Leave without saving?').getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Soon Gone' }).waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Delete Gone Later' }).click();
  await account.call('deleteCategory', { _id: await idOf('Gone Later') });
  await dialogOf(page, 'Permanent Delete').getByRole('button', { name: 'Confirm' }).click();
  await hear(page, 'This category has been deleted.');
  await page.getByRole('button', { name: 'Delete Gone Later' }).waitFor({ state: 'hidden' });
});

test.each([360, 768])('the table fits on %i px, whatever the names are', async (widthPx) => {
  const { page, account } = await openAdmin('/dashboard/subcategory', widthPx);
  const [category] = await account.call('listCategories', {});
  const name = `${'Donaudampfschifffahrt'.repeat(4)} ${widthPx}`;
  const image = await uploadedBy(page, '#333');
  await account.call('createSubCategory', { name, image, category: [category?._id ?? ''] });
  await page.goto(`/dashboard/subcategory?q=${encodeURIComponent(name)}`);
  await rowsOf(page).getByRole('rowheader', { name }).waitFor();
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflowPx).toBeLessThanOrEqual(0);
  expect(await axeViolations(page)).toEqual([]);
});
