import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { dialogOf } from './dashboard.ts';
import { productCards } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'hindi-names' });

const cookie = (url: string) => ({ name: 'language', value: 'hi', url });

test('a product, its category and its details that have Hindi names are shown by them in Hindi, beside English ones in their language', async ({
  openPage,
  openPageAs,
  shop,
  shopper,
  admin,
}) => {
  const [named, plain] = [await shop.claimProduct(), await shop.claimProduct()];
  const english = await openPage({ widthPx: 360 });
  const hindi = await openPageAs(shopper, '/', { widthPx: 360 });
  await hindi.context().addCookies([cookie(shop.url)]);
  // Both languages of the page are in the caches of the shop now.
  for (const page of [english, hindi]) {
    await page.goto(named.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(named.name);
  }
  await expect(hindi.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
  await expect(english.getByRole('heading', { level: 1 })).not.toHaveAttribute('lang');

  const product = await shop.call('getProductDetails', { productId: named.id });
  const { _id, name, image, category, subCategory, unit, stock, price, discount } = product;
  await admin.call('updateProduct', {
    ...{ _id, name, image, category, subCategory, unit, stock, price, discount },
    ...{ nameHindi: 'चटपटा टिपटिपोरा', descriptionHindi: 'लाल और रसीले।', description: 'Red and juicy.' },
    more_details: { 'Shelf life': '3 days', 'Heat / तीखापन': 'कम', Nickname: 'Red one' },
  });
  const listed = (await shop.call('listSubCategories', {})).find((one) => one._id === subCategory[0]?._id);
  if (listed === undefined) throw new Error('The sub-category is missing.');
  await admin.call('updateSubCategory', {
    ...{ _id: listed._id, name: listed.name, image: listed.image, category: listed.category },
    nameHindi: 'ताज़ी सब्ज़ियाँ',
  });

  await hindi.reload();
  const main = hindi.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('चटपटा टिपटिपोरा');
  await expect(main.getByRole('heading', { level: 1 })).not.toHaveAttribute('lang');
  await expect(hindi).toHaveTitle(/^चटपटा टिपटिपोरा, /);
  await expect(main.getByText('लाल और रसीले।')).not.toHaveAttribute('lang');
  await expect(main.getByText('Red and juicy.')).toHaveCount(0);
  await expect(main.getByRole('term').filter({ hasText: 'कब तक ठीक रहता है' })).toBeVisible();
  await expect(main.getByText('3 days')).toHaveAttribute('lang', 'en');
  await expect(main.getByRole('term').filter({ hasText: /^तीखापन$/ })).toBeVisible();
  await expect(main.getByRole('term').filter({ hasText: 'Nickname' })).toHaveAttribute('lang', 'en');
  await expect(main.getByRole('link', { name: 'ताज़ी सब्ज़ियाँ' }).first()).toBeVisible();
  await expectAccessible(hindi);
  await expectNoOverflow(hindi);

  // The English page is what it was, but for its details.
  await english.reload();
  const inEnglish = english.getByRole('main');
  await expect(inEnglish.getByRole('heading', { level: 1 })).toHaveText(named.name);
  await expect(inEnglish.getByText('Red and juicy.')).toBeVisible();
  await expect(inEnglish.getByText('Shelf life')).toBeVisible();
  await expect(inEnglish.getByRole('term').filter({ hasText: /^Heat$/ })).toBeVisible();
  await expect(inEnglish.getByText('कम')).toHaveAttribute('lang', 'hi');
  await expect(english.getByText('टिपटिपोरा')).toHaveCount(0);

  // The renamed sub-category changes many products, which the search reads while it answers.
  const found = async () =>
    (await shop.call('searchProducts', { search: 'टिपटिपोरा' })).map((one) => one._id);
  await expect.poll(found).toEqual([named.id]);
  // The search finds it by either name, and the cart and the order have the name of their language.
  await hindi.goto(`/search?q=${encodeURIComponent('टिपटिपोरा')}`);
  await expect(productCards(hindi).first().getByRole('link')).toHaveText(/^चटपटा टिपटिपोरा/);
  await english.goto(`/search?q=${encodeURIComponent('टिपटिपोरा')}`);
  await expect(productCards(english).first().getByRole('link')).toHaveText(named.name);

  const order = await shopper.placeOrder([named, plain], 2);
  await hindi.goto(`/orders/${order._id}`);
  await expect(main.getByText('चटपटा टिपटिपोरा').first()).toBeVisible();
  await expect(main.getByText(plain.name, { exact: true }).first()).toHaveAttribute('lang', 'en');
  const email = await shop.waitForEmail(shopper.email, /order/i);
  expect(email.text).toContain(`2 × ${named.name} / चटपटा टिपटिपोरा,`);
  expect(email.html).toContain(`2 × ${named.name} / <span lang="hi">चटपटा टिपटिपोरा</span>,`);
});

test('Hindi names of a product and of a category are typed in their forms, stored, and shown again', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const product = await shop.claimProduct();
  const page = await openPageAs(admin, `/dashboard/product?q=${encodeURIComponent(product.name)}`);
  await page.getByRole('button', { name: `Edit ${product.name}`, exact: true }).click();
  const form = dialogOf(page, 'Update Product');
  const name = form.getByLabel('Name in Hindi (optional)');
  await expect(name).toHaveAttribute('lang', 'hi');
  await name.fill('  ताज़ा  आम  ');
  await form.getByLabel('Description in Hindi (optional)').fill('मीठे और पके हुए।');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Update Product' }).click();
  const stored = async () => {
    const [found] = await shop.call('listProductsById', { ids: [product.id] });
    return [found?.nameHindi, found?.descriptionHindi];
  };
  await expect.poll(stored).toEqual(['ताज़ा आम', 'मीठे और पके हुए।']);

  await page.goto('/dashboard/category');
  const [category] = await shop.call('listCategories', {});
  await page.getByRole('button', { name: `Edit ${category?.name}` }).click();
  const dialog = dialogOf(page, 'Update category');
  await dialog.getByLabel('Name in Hindi (optional)').fill('आटा, चावल और दाल');
  await dialog.getByRole('button', { name: 'Update category' }).click();
  await dialogOf(page, 'Category updated').getByRole('button', { name: 'OK' }).click();
  await page.reload();
  await page.getByRole('button', { name: `Edit ${category?.name}` }).click();
  await expect(dialog.getByLabel('Name in Hindi (optional)')).toHaveValue('आटा, चावल और दाल');
  await expectAccessible(page);
});
