import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import {
  categoryNames,
  chooseImage,
  dialogOf,
  subCategoryNames,
  submitButton,
  uploadImage,
} from './dashboard.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Sub-categories' }).locator('tbody tr');

test('a sub-category is created in two categories, moved and deleted by keyboard', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/subcategory');
  const [first = '', second = '', third = ''] = await categoryNames(shop);
  const opener = page.getByRole('button', { name: 'Add Sub Category' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Add Sub Category');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Select a category')).toBeVisible();
  await expect(dialog.getByText('Upload a picture.')).toHaveCount(1);
  await page.keyboard.type('Rangoli Colours');
  await chooseImage(dialog, '#a3c');
  const box = dialog.getByRole('combobox', { name: 'Category' });
  await tabTo(page, box);
  for (const name of [first, second]) {
    await page.keyboard.type(name);
    await expect(dialog.getByRole('option', { name, exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await box.fill('');
  }
  await expect(dialog.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);
  // Escape closes the list, not the dialog.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await tabTo(page, submitButton(dialog));
  await page.keyboard.press('Enter');
  const created = dialogOf(page, 'Sub-category created');
  await expect(created.getByText('Rangoli Colours')).toBeVisible();
  await expect(created.getByRole('link', { name: 'Import products' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(opener).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('rangoli');
  await expect(rowsOf(page)).toHaveCount(1);
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
  await expect(editor.getByRole('button', { name: `Remove ${first}` })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(editor.getByText('1 selected')).toBeVisible();
  await editor.getByRole('combobox', { name: 'Category' }).focus();
  await page.keyboard.type(third);
  await page.keyboard.press('Enter');
  await tabTo(page, submitButton(editor));
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Sub-category updated')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => row.getByRole('cell').nth(2).getByRole('listitem').allTextContents())
    .toEqual([second, third]);

  await tabTo(page, row.getByRole('button', { name: 'Delete Rangoli Colours' }));
  await page.keyboard.press('Enter');
  const question = dialogOf(page, 'Permanent Delete');
  await tabTo(page, question.getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Sub-category deleted');
  await expect(page.getByText('No sub-categories match.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sub-categories' })).toBeFocused();
});

test('an edited sub-category with missing fields shows the errors at the fields', async ({
  errors,
  openPageAs,
  admin,
}) => {
  errors.allow(/status of 400/);
  const page = await openPageAs(admin, '/dashboard/subcategory', { widthPx: 768 });
  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^Edit / })
    .click();
  const editor = dialogOf(page, 'Edit Sub Category');
  await editor.getByLabel('Name', { exact: true }).fill('');
  await editor.getByRole('button', { name: 'Delete the picture' }).click();
  for (const chip of await editor.getByRole('button', { name: /^Remove / }).all()) await chip.click();
  await expect(editor.getByText('selected')).toBeHidden();
  await submitButton(editor).click();
  await expect(editor.getByText('Enter a name')).toBeVisible();
  await expect(editor.getByText('Upload a picture.')).toBeVisible();
  await expect(editor.getByText('Select a category')).toBeVisible();
  await expect(editor.getByLabel('Name', { exact: true })).toBeFocused();
  await expectAccessible(page);
});

test('sub-categories are sorted, filtered and paged through the URL, and a picture opens in full size', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/subcategory');
  const names = () => rowsOf(page).getByRole('rowheader').allTextContents();
  await expect(rowsOf(page).first().getByRole('rowheader')).toBeVisible();
  const all = await subCategoryNames(shop);
  const byName = all.toSorted(new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' }).compare);
  await expect.poll(() => names()).toEqual(byName.slice(0, 10));
  const head = page.getByRole('columnheader', { name: 'Name' });
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').click();
  await page.waitForURL('/dashboard/subcategory?sort=-name');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names()).toEqual(byName.toReversed().slice(0, 10));

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rowsOf(page).first().getByRole('cell', { name: '11', exact: true })).toBeVisible();
  await page.reload();
  await expect(
    rowsOf(page)
      .first()
      .getByRole('rowheader', { name: byName.at(-11) ?? '', exact: true }),
  ).toBeVisible();
  const filter = page.getByRole('combobox', { name: 'Filter by category' });
  const [category = ''] = await categoryNames(shop);
  await filter.selectOption({ label: category });
  await expect(rowsOf(page).first().getByRole('cell', { name: '1', exact: true })).toBeVisible();
  const chips = rowsOf(page).getByRole('listitem');
  expect(new Set(await chips.allTextContents())).toContain(category);
  for (const row of await rowsOf(page).all())
    await expect(row.getByText(category, { exact: true })).toBeVisible();
  await expectAccessible(page);

  const picture = rowsOf(page)
    .first()
    .getByRole('button', { name: /^Enlarge / });
  await picture.click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('img')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(picture).toBeFocused();
});

test('a sub-category with products is not deleted and shows their number', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/status of 409/);
  const page = await openPageAs(admin, '/dashboard/subcategory');
  const [row] = await shop.db.query<{ name: string; products: number }>(sql`
    select s.name, count(*)::integer as products from sub_category s
    join product_sub_category p on p.sub_category_id = s.id
    group by s.id order by count(*) desc, s.id limit 1`);
  const { name = '', products } = row ?? {};
  await page.getByRole('searchbox', { name: 'Search sub-categories' }).fill(name);
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  const question = dialogOf(page, 'Permanent Delete');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    question.getByRole('alert').getByText(`${products} products belong to it.`, { exact: false }),
  ).toBeVisible();
  expect(await subCategoryNames(shop)).toContain(name);
});

test('editing or deleting a category that another admin has deleted shows an error and removes it', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/status of 404/);
  const page = await openPageAs(admin, '/dashboard/category');
  for (const name of ['Soon Gone', 'Gone Later']) {
    await admin.call('addCategory', { name, image: await uploadImage(shop, page, '#222') });
  }
  await page.reload();
  const idOf = async (name: string) => {
    const [row] = await shop.db.query<{ id: string }>(sql`select id from category where name = ${name}`);
    return row?.id ?? '';
  };
  await page.getByRole('button', { name: 'Edit Soon Gone' }).click();
  await admin.call('deleteCategory', { _id: await idOf('Soon Gone') });
  const editor = dialogOf(page, 'Update category');
  await editor.getByLabel('Name', { exact: true }).fill('Too Late');
  await submitButton(editor).click();
  await expect(editor.getByRole('alert').getByText('This category has been deleted.')).toBeVisible();
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Leave without saving?').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit Soon Gone' })).toBeHidden();

  await page.getByRole('button', { name: 'Delete Gone Later' }).click();
  await admin.call('deleteCategory', { _id: await idOf('Gone Later') });
  await dialogOf(page, 'Permanent Delete').getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'This category has been deleted.');
  await expect(page.getByRole('button', { name: 'Delete Gone Later' })).toBeHidden();
});

test('the table fits a phone and a tablet with a long name', async ({ openPageAs, shop, admin }) => {
  const page = await openPageAs(admin, '/robots.txt', { widthPx: 360 });
  const [category] = await admin.call('listCategories', {});
  const name = 'Donaudampfschifffahrt'.repeat(4);
  const image = await uploadImage(shop, page, '#333');
  await admin.call('createSubCategory', { name, image, category: [category?._id ?? ''] });
  await page.goto(`/dashboard/subcategory?q=${encodeURIComponent(name)}`);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 780 });
    await expect(rowsOf(page).getByRole('rowheader', { name })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
});
