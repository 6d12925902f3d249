import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import type { Shop, TestProduct } from './shop.ts';
import { productCards } from './storefront.ts';
import { expect, test } from './test.ts';

async function setBrand({ db }: Shop, products: readonly TestProduct[], brand: string): Promise<void> {
  const ids = products.map(({ id }) => id);
  await db.query(sql`update product set brand = ${brand} where id = any (${ids})`);
}

async function claimProducts(shop: Shop, count: number): Promise<TestProduct[]> {
  const products: TestProduct[] = [];
  while (products.length < count)
    products.push(await shop.claimProduct({ pricePaise: 1000 + products.length }));
  return products;
}

test('a product leads to its brand, whose products are sorted, filtered and loaded page by page', async ({
  phone: page,
  shop,
}) => {
  const products = await claimProducts(shop, 14);
  const [first, second] = products;
  if (first === undefined || second === undefined) throw new Error('No products.');
  await setBrand(shop, products, 'Zafran & Co');
  await page.goto(second.path);
  await page.getByTestId('product-offer').getByRole('link', { name: 'All products of Zafran & Co' }).tap();
  await page.waitForURL('/brand/zafran-co');
  await expect(page.getByRole('heading', { level: 1, name: 'Zafran & Co' })).toBeVisible();
  await expect(page.getByText('14 products')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('link', { name: 'Load more' }).scrollIntoViewIfNeeded();
  await expect(productCards(page)).toHaveCount(14);

  await page.getByRole('link', { name: /^Sort/ }).tap();
  await page.getByRole('link', { name: /low to high/i }).tap();
  await page.waitForURL('/brand/zafran-co?sort=price-low');
  await expect(productCards(page).first()).toContainText('₹10');
  await page.getByRole('link', { name: 'Filter', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await expect(sheet.getByRole('group', { name: 'Brand' })).toBeHidden();
  await sheet.getByLabel('To (₹)').fill('1');
  await sheet.getByRole('button', { name: /^Show/ }).tap();
  await expect(page.getByRole('heading', { name: 'No products match all filters' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear all filters' }).tap();
  await expect(productCards(page).first()).toBeVisible();
});

test('a page of a brand follows a change of brand at once; a renamed brand leads to the new name, an unknown one nowhere', async ({
  shop,
}) => {
  const [one, two] = [await shop.claimProduct(), await shop.claimProduct()];
  const read = async (path: string) => {
    const response = await fetch(`${shop.url}${path}`, { redirect: 'manual' });
    return { status: response.status, to: response.headers.get('location'), html: await response.text() };
  };
  await setBrand(shop, [one, two], 'Kesari');
  await expect.poll(async () => (await read('/brand/kesari')).html).toContain(two.path);
  expect(await read('/brand/KESARI?sort=discount')).toMatchObject({
    status: 301,
    to: '/brand/kesari?sort=discount',
  });
  expect((await read(one.path)).html).toContain('href="/brand/kesari"');
  const admin = await shop.createAdmin();
  const change = async ({ id }: TestProduct, brand: string) => {
    const [product] = await shop.call('listProductsById', { ids: [id] });
    if (product === undefined) throw new Error('The product is missing.');
    const { createdAt: _createdAt, updatedAt: _updatedAt, category, subCategory, ...shown } = product;
    const { unitPrice: _unitPrice, declaredUnitPrice: _declared, options: _options, ...fields } = shown;
    const ids = { category: category.map(({ _id }) => _id), subCategory: subCategory.map(({ _id }) => _id) };
    await admin.call('updateProduct', { ...fields, ...ids, brand });
  };
  await change(one, 'Kesari Gold');
  // The response to the staff is sent after the pages are dropped.
  const { html } = await read('/brand/kesari');
  expect(html).toContain(two.path);
  expect(html).not.toContain(one.path);
  expect((await read('/brand/kesari-gold')).html).toContain(one.path);
  expect((await read(one.path)).html).toContain('href="/brand/kesari-gold"');
  await change(two, 'Kesari Gold');
  expect(await read('/brand/kesari')).toMatchObject({ status: 301, to: '/brand/kesari-gold' });
  await change(one, '');
  await change(two, '');
  for (const path of ['/brand/kesari', '/brand/kesari-gold', '/brand/none', '/brand/0'])
    expect((await read(path)).status, path).toBe(404);
  expect((await read('/brand/none')).html).toContain('<h1');
});

test('a brand in an Indian script has a page, also without JavaScript', async ({ openPage, shop }) => {
  const product = await shop.claimProduct();
  await setBrand(shop, [product], 'ग्राम स्वाद');
  const page = await openPage({ widthPx: 360, hasScript: false });
  await page.goto(product.path);
  await page.getByRole('link', { name: 'ग्राम स्वाद' }).first().click();
  await expect(page).toHaveURL(`/brand/${encodeURIComponent('ग्राम-स्वाद')}`);
  await expect(page.getByRole('main').getByRole('link', { name: product.name })).toBeVisible();
});

test('the product form suggests the brands of the shop', async ({ openPageAs, shop }) => {
  await setBrand(shop, [await shop.claimProduct()], 'Mahua Mills');
  const page = await openPageAs(await shop.createAdmin(), '/dashboard/upload-product');
  const field = page.getByLabel('Brand (optional)');
  await field.fill('mahu');
  const list = page.locator(`datalist[id="${await field.getAttribute('list')}"] option`);
  await expect
    .poll(() => list.evaluateAll((options) => options.map((option) => option.getAttribute('value'))))
    .toEqual(['Mahua Mills']);
});
