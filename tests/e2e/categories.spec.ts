import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import {
  adminMenu,
  categoryNames,
  chooseImage,
  dialogOf,
  imageFile,
  submitButton,
  uploadImage,
} from './dashboard.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test('a category is created with a picture, changed and deleted, and the public API shows it at once', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/category');
  const opener = page.getByRole('button', { name: 'Add Category' });
  await opener.click();
  const dialog = dialogOf(page, 'Add Category');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeDisabled();
  await expectAccessible(page);
  await submitButton(dialog).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('  Diwali Specials  ');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Upload a picture.')).toBeVisible();
  await chooseImage(dialog, '#c84');
  await expect(dialog.getByText('Upload a picture.')).toBeHidden();
  await dialog.getByLabel('Name', { exact: true }).press('Enter');

  const success = dialogOf(page, 'Category added');
  await expect(success.getByText('Diwali Specials')).toBeVisible();
  await expect(success.getByRole('button', { name: 'OK' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(success).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await categoryNames(shop)).toContain('Diwali Specials');

  await page.getByRole('button', { name: 'Edit Diwali Specials' }).click();
  const update = dialogOf(page, 'Update category');
  await update.getByLabel('Name', { exact: true }).fill('Festival Specials');
  await chooseImage(update, '#48c');
  await update.getByRole('button', { name: 'Update category' }).click();
  await dialogOf(page, 'Category updated').getByRole('button', { name: 'OK' }).click();
  expect(await categoryNames(shop)).toContain('Festival Specials');

  const deletion = page.getByRole('button', { name: 'Delete Festival Specials' });
  const question = dialogOf(page, 'Permanent Delete');
  await deletion.click();
  await expect(question.getByText('Are you sure permanent delete ?', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(deletion).toBeFocused();
  await deletion.click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Category deleted');
  await expect(deletion).toBeHidden();
  await expect(page.getByRole('region', { name: 'Categories' })).toBeFocused();
  expect(await categoryNames(shop)).not.toContain('Festival Specials');
});

test('a category that is submitted twice while its picture uploads is saved once, when the upload has finished', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/category');
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = dialogOf(page, 'Add Category');
  await dialog.getByLabel('Name', { exact: true }).fill('Slow Line Snacks');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/file/upload', async (route) => {
    await released;
    await route.continue();
  });
  await dialog.locator('input[type=file]').setInputFiles(await imageFile('#7a3'));
  await submitButton(dialog).dblclick();
  await expect(dialog.getByRole('status').filter({ hasText: 'saved when the upload' })).toBeVisible();
  await expect(dialog.getByText('Upload a picture.')).toBeHidden();
  await expectAccessible(page);
  release();
  await expect(dialogOf(page, 'Category added').getByText('Slow Line Snacks')).toBeVisible();
  expect((await categoryNames(shop)).filter((name) => name === 'Slow Line Snacks')).toHaveLength(1);
});

test('a duplicate name shows the error at the name and keeps the form, also after a connection error', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/net::ERR_FAILED|status of 409/);
  const page = await openPageAs(admin, '/dashboard/category');
  const [taken = ''] = await categoryNames(shop);
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = dialogOf(page, 'Add Category');
  await dialog.getByLabel('Name', { exact: true }).fill(`  ${taken.toUpperCase()} `);
  await chooseImage(dialog, '#4a4');
  await submitButton(dialog).click();
  await expect(dialog.getByText('Another category already has this name.')).toBeVisible();
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await expectAccessible(page);

  // A connection error, then success.
  await dialog.getByLabel('Name', { exact: true }).fill('Only Here');
  await expect(dialog.getByText('Another category already has this name.')).toBeHidden();
  await page.route('**/api/category/add-category', (route) => route.abort());
  await submitButton(dialog).click();
  await expect(
    dialog.getByRole('alert').getByText('The store cannot be reached.', { exact: false }),
  ).toBeVisible();
  await page.unroute('**/api/category/add-category');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Only Here');
  await submitButton(dialog).click();
  await expect(dialogOf(page, 'Category added')).toBeVisible();
});

test('a category in use is not deleted and shows the number of products and sub-categories with a link to them', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/status of 409/);
  const page = await openPageAs(admin, '/dashboard/category', { widthPx: 768 });
  const [row] = await shop.db.query<{
    id: string;
    name: string;
    products: number;
    subCategories: number;
  }>(sql`
    select c.id, c.name,
      (select count(*) from product_category where category_id = c.id)::integer as products,
      (select count(*) from sub_category_category where category_id = c.id)::integer as "subCategories"
    from category c order by "subCategories" desc, c.id limit 1`);
  const { id = '', name = '', products, subCategories } = row ?? {};
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  const question = dialogOf(page, 'Permanent Delete');
  await question.getByRole('button', { name: 'Confirm' }).click();
  const refusal = question.getByRole('alert');
  await expect(
    refusal.getByText(`${products} products and ${subCategories} sub-categories belong to it.`, {
      exact: false,
    }),
  ).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('link', { name: 'View sub-categories' }).click();
  await page.waitForURL(`/dashboard/subcategory?category=${id}`);
  await expect(page.getByText(`${subCategories} found`)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Filter by category' })).toHaveValue(id);
  expect(await categoryNames(shop)).toContain(name);
});

test('a failed picture upload can be retried, and the picture appears on the home page at once', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/net::ERR_FAILED/);
  const page = await openPageAs(admin, '/dashboard/category');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = dialogOf(page, 'Update category');
  await page.route('**/api/file/upload', (route) => route.abort());
  await dialog.locator('input[type=file]').setInputFiles(await imageFile('#844'));
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await submitButton(dialog).click();
  await expect(dialog.getByText('The upload failed. Try again or delete the picture.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/file/upload');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('The upload failed.', { exact: false })).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();
  await submitButton(dialog).click();
  await expect(dialogOf(page, 'Category updated')).toBeVisible();
  const [, hash = 'none'] = /images\/(\w+)\//.exec(await uploadImage(shop, page, '#844')) ?? [];
  const home = await fetch(shop.url);
  expect((await home.text()).includes(hash)).toBe(true);
});

test('unsaved changes survive Escape, the back button and closing the tab', async ({
  openPageAs,
  admin,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const page = await openPageAs(admin, '/dashboard/subcategory');
  await adminMenu(page).getByRole('link', { name: 'Category', exact: true }).click();
  await page.waitForURL('/dashboard/category');
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = dialogOf(page, 'Add Category');
  await dialog.getByLabel('Name', { exact: true }).fill('Half a th');
  const question = dialogOf(page, 'Leave without saving?');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expectAccessible(page);
  // The browser closes a dialog without asking when Escape is pressed often enough; the form must stay.
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('Name', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Half a th');

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/dashboard/category');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Half a th');

  const warned = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();
  await closing;

  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(dialog).toBeHidden();
  // An empty form closes without a question.
  await page.getByRole('button', { name: 'Add Category' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('categories are searched by keyboard', async ({ openPageAs, admin }) => {
  const page = await openPageAs(admin, '/dashboard/category', { widthPx: 360 });
  const names = page.getByRole('region', { name: 'Categories' }).getByRole('heading', { level: 2 });
  await expect(names.first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('dairy');
  await expect.poll(() => names.allTextContents()).toEqual([expect.stringMatching(/dairy/i)]);
  await page.waitForURL('/dashboard/category?q=dairy');
  await page.keyboard.type(' tractors');
  await expect(page.getByText('No categories match “dairy tractors”.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all categories' }).click();
  await expect.poll(() => names.count()).toBeGreaterThan(5);
  await expectNoOverflow(page);
});

test('two admins who edit the same category resolve the conflict without losing a change', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/status of 409/);
  const mine = await openPageAs(admin, '/dashboard/category');
  await admin.call('addCategory', { name: 'Shared Category', image: await uploadImage(shop, mine, '#111') });
  await mine.reload();
  await mine.getByRole('button', { name: 'Edit Shared Category' }).click();
  const editor = dialogOf(mine, 'Update category');
  await chooseImage(editor, '#eee');

  const theirs = await openPageAs(await shop.createAdmin(), '/dashboard/category');
  await theirs.getByRole('button', { name: 'Edit Shared Category' }).click();
  const other = dialogOf(theirs, 'Update category');
  await other.getByLabel('Name', { exact: true }).fill('Their Category');
  await submitButton(other).click();
  await dialogOf(theirs, 'Category updated').getByRole('button', { name: 'OK' }).click();

  await submitButton(editor).click();
  const conflict = dialogOf(mine, 'Conflicting changes');
  await expect(conflict.getByText('Ravi Menon')).toBeVisible();
  await expect(conflict.getByRole('deletion')).toHaveText('Shared Category');
  await expect(conflict.getByRole('insertion')).toHaveText('Their Category');
  await expectAccessible(mine);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialogOf(mine, 'Category updated').getByText('Their Category')).toBeVisible();
  const [kept] = await shop.db.query<{ image: string }>(sql`
    select image from category where name = 'Their Category'`);
  expect(kept?.image).toBe(await uploadImage(shop, mine, '#eee'));
  await mine.keyboard.press('Enter');

  // The second admin takes over the changes of the first.
  await theirs.getByRole('button', { name: 'Edit Their Category' }).click();
  await other.getByLabel('Name', { exact: true }).fill('Stubborn Category');
  await mine.getByRole('button', { name: 'Edit Their Category' }).click();
  await editor.getByLabel('Name', { exact: true }).fill('My Category');
  await submitButton(editor).click();
  await expect(dialogOf(mine, 'Category updated')).toBeVisible();
  await submitButton(other).click();
  const second = dialogOf(theirs, 'Conflicting changes');
  await expect(second.getByRole('insertion').filter({ hasText: 'My Category' })).toBeVisible();
  await second.getByRole('button', { name: 'Take theirs' }).click();
  await expect(second).toBeHidden();
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('My Category');
  // Nothing is unsaved any more.
  await theirs.keyboard.press('Escape');
  await expect(other).toBeHidden();
  await expect(theirs.getByRole('button', { name: 'Edit My Category' })).toBeVisible();
});
