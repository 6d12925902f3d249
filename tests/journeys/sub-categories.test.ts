import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { hear } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import { choosePicture, dialogOf, openAdminAt, publicNames, submitOf, uploadedBy } from './shelf-keeper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const openAdmin = (path: string, widthPx?: number) => openAdminAt({ shop, entrance }, path, widthPx);
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Sub-categories' }).locator('tbody tr');

test('without a mouse: a sub-category is added to two categories, moved and deleted', async () => {
  const { page, complaints } = await openAdmin('/dashboard/subcategory');
  const [first = '', second = '', third = ''] = await publicNames(shop, '/api/category/get');
  const opener = page.getByRole('button', { name: 'Add Sub Category' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Add Sub Category');
  await expect.poll(() => hasFocus(dialog.getByLabel('Name'))).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('Select a category').waitFor();
  await expect.poll(() => dialog.getByText('Please upload a picture.').count()).toBe(1);
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
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await tabTo(page, submitOf(dialog));
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Sub category created').getByText('Rangoli Colours').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(opener)).toBe(true);

  await page.keyboard.press('/');
  await page.keyboard.type('rangoli');
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  const row = rowsOf(page).first();
  await expect
    .poll(() => row.getByRole('cell').nth(2).getByRole('listitem').allTextContents())
    .toEqual([first, second]);
  const edit = row.getByRole('button', { name: 'Edit Rangoli Colours' });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  const editor = dialogOf(page, 'Edit Sub Category');
  await tabTo(page, editor.getByRole('combobox', { name: 'Category' }));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => hasFocus(editor.getByRole('button', { name: `Remove ${first}` }))).toBe(true);
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
  await page.getByText('No sub-categories match.').waitFor();
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
  await editor.getByRole('button', { name: 'Delete the image' }).click();
  for (const chip of await editor.getByRole('button', { name: /^Remove / }).all()) await chip.click();
  await editor.getByText('selected').waitFor({ state: 'hidden' });
  await submitOf(editor).click();
  await editor.getByText('Enter a name').waitFor();
  await editor.getByText('Please upload a picture.').waitFor();
  await editor.getByText('Select a category').waitFor();
  await expect.poll(() => hasFocus(editor.getByLabel('Name'))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
});

test('sub-categories are sorted, filtered and paged, the address knows how, and a picture fills the screen', async () => {
  const { page, complaints } = await openAdmin('/dashboard/subcategory');
  const names = () => rowsOf(page).getByRole('rowheader').allTextContents();
  await rowsOf(page).first().getByRole('rowheader').waitFor();
  const all = await publicNames(shop, '/api/subcategory/get');
  const byName = all.toSorted(new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' }).compare);
  await expect.poll(() => names()).toEqual(byName.slice(0, 10));
  const head = page.getByRole('columnheader', { name: 'Name' });
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await head.getByRole('button').click();
  await page.waitForURL('/dashboard/subcategory?sort=-name');
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  await expect.poll(() => names()).toEqual(byName.toReversed().slice(0, 10));

  await page.getByRole('button', { name: 'Next' }).click();
  await rowsOf(page).first().getByRole('cell', { name: '11', exact: true }).waitFor();
  await page.reload();
  await rowsOf(page)
    .first()
    .getByRole('rowheader', { name: byName.at(-11) ?? '', exact: true })
    .waitFor();
  const filter = page.getByRole('combobox', { name: 'Filter by category' });
  const [category = ''] = await publicNames(shop, '/api/category/get');
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
  await expect.poll(() => hasFocus(picture)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a sub-category that holds products is not deleted, and says how many', async () => {
  const { page } = await openAdmin('/dashboard/subcategory');
  const [row] = await shop.database.db.query<{ name: string; products: number }>(sql`
    select s.name, count(*)::integer as products from sub_category s
    join product_sub_category p on p.sub_category_id = s.id
    group by s.id order by count(*) desc, s.id limit 1`);
  const { name = '', products } = row ?? {};
  await page.getByRole('searchbox', { name: 'Search sub-categories' }).fill(name);
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  const question = dialogOf(page, 'Permanent Delete');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question
    .getByRole('alert')
    .getByText(`${products} products belong to it.`, { exact: false })
    .waitFor();
  expect(await publicNames(shop, '/api/subcategory/get')).toContain(name);
});

test('what another admin has deleted meanwhile is gone, and says so', async () => {
  const { page, account } = await openAdmin('/dashboard/category');
  for (const name of ['Soon Gone', 'Gone Later']) {
    await account.call('addCategory', { name, image: await uploadedBy(shop, page, '#222') });
  }
  await page.reload();
  const idOf = async (name: string) => {
    const [row] = await shop.database.db.query<{ id: string }>(
      sql`select id from category where name = ${name}`,
    );
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
  const image = await uploadedBy(shop, page, '#333');
  await account.call('createSubCategory', { name, image, category: [category?._id ?? ''] });
  await page.goto(`/dashboard/subcategory?q=${encodeURIComponent(name)}`);
  await rowsOf(page).getByRole('rowheader', { name }).waitFor();
  expect(await overflowPx(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
});
