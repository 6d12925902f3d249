import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { saveSection } from './dashboard.ts';
import { password } from './shop.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'settings' });

test('a section of the settings that is opened from the list leaves the page at its top, and fields of one fee are side by side', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/settings', { widthPx: 768, heightPx: 700 });
  const title = 'Minimum order and charges';
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Add a delivery fee' }).click();
  const topOf = async (label: string) => (await page.getByLabel(label).boundingBox())?.y;
  expect(await topOf('Small order fee (₹)')).toBe(await topOf('For orders below (₹)'));
});

test('an administrator pauses and resumes orders at 360 px at once, while another one edits the settings and a third one looks at the board', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  errors.allow(/status of 4/);
  const product = await shop.claimProduct();
  const page = await openPageAs(admin, '/dashboard/settings#hours', { widthPx: 360 });
  const preview = page.getByRole('complementary').locator('p', { hasText: /^Open|^The store/ });
  await expect(preview.first()).toHaveText('Open 24 hours.');
  const other = await openPageAs(await shop.createAdmin('Dev'), '/dashboard/orders', { widthPx: 360 });
  const stale = await other.context().newPage();
  await stale.goto('/dashboard/orders');
  await expect(stale.getByRole('status').filter({ hasText: 'Open 24 hours.' })).toBeVisible();
  // Its pages do not ask again until they are used.
  await stale.route('**/api/settings/pause', (route) => route.abort());
  errors.allow(/ERR_FAILED/);

  // An invalid field of the form does not matter.
  await page.getByLabel('Monday, open or closed').selectOption('Hours');
  await page.getByLabel('Monday, opens').fill('12:00');
  await page.getByLabel('Monday, closes').fill('10:00');
  await page.goto('/dashboard/settings#pause');
  await page.getByRole('button', { name: 'Pause orders' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Pause orders' });
  await dialog.getByLabel('Reason, shown to shoppers').fill('Flooded street');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await dialog.getByRole('button', { name: 'Until I resume' }).dblclick();
  await expectToast(page, 'Orders paused');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Orders are paused until you resume them: Flooded street')).toBeVisible();
  await expect(preview).toHaveText('The store takes no orders now (Flooded street).');
  await expectAccessible(page);
  const refusal = await shopper.placeOrder([product], 2).catch(String);
  expect(refusal).toMatch(/409.*STORE_CLOSED.*Flooded street/s);

  // The settings form that was open before is saved, and does not end the pause.
  await page.goto('/dashboard/settings#charges');
  await page.getByLabel('Minimum order (₹)').fill('20');
  await saveSection(page);
  expect((await admin.call('getStorePause', {})).pause).toEqual({ reason: 'Flooded street', until: null });

  // A board that shows the store open is told of the pause and does not replace it.
  await stale.getByRole('button', { name: 'Pause orders' }).tap();
  await stale.getByRole('dialog').getByRole('button', { name: '30 minutes' }).tap();
  await expect(stale.getByRole('alert')).toContainText('Someone else has paused');
  expect((await admin.call('getStorePause', {})).pause?.until).toBeNull();

  await other.reload();
  await expect(other.getByText('Orders are paused until you resume them: Flooded street')).toBeVisible();
  await expectAccessible(other);
  await expectNoOverflow(other);
  await other.getByRole('button', { name: 'Resume orders' }).tap();
  await expectToast(other, 'Orders resumed');
  expect((await shopper.placeOrder([product], 2)).status).toBe('PLACED');
  // Two taps.
  await other.getByRole('button', { name: 'Pause orders' }).tap();
  await other.getByRole('dialog').getByRole('button', { name: '1 hour' }).tap();
  await expect(other.getByText(/^Orders are paused until .*: Too many orders/)).toBeVisible();
  await other.getByRole('button', { name: 'Resume orders' }).tap();
  await expect(other.getByRole('status').filter({ hasText: 'Open 24 hours.' })).toBeVisible();
});

test('an invalid time is shown at its day with the focus, and times from midnight to midnight become 24 hours', async ({
  errors,
  openPageAs,
  admin,
}) => {
  errors.allow(/status of 4/);
  const page = await openPageAs(admin, '/dashboard/settings#hours', { widthPx: 1440 });
  const monday = page.getByRole('group', { name: 'Monday' });
  const kind = monday.getByLabel('Monday, open or closed');
  await expect(kind).toHaveValue('OPEN');
  await kind.selectOption('Hours');
  await monday.getByLabel('Monday, opens').fill('12:00');
  await monday.getByLabel('Monday, closes').fill('10:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(monday.getByText('Closing must be later than opening.')).toBeVisible();
  await expect(monday.getByLabel('Monday, opens')).toBeFocused();
  await expectAccessible(page);
  const preview = page.getByRole('complementary', { name: 'Preview of Opening hours' });
  await monday.getByLabel('Monday, opens').fill('07:00');
  await monday.getByLabel('Monday, closes').fill('00:00');
  await expect(preview.getByText(/^7:00\sam – 12:00\sam$/)).toBeVisible();
  await kind.selectOption('Closed');
  await expect(preview.getByText('Closed')).toBeVisible();
  await kind.selectOption('Hours');
  await expect(monday.getByLabel('Monday, opens')).toHaveValue('07:00');
  await page.getByRole('button', { name: 'Copy Monday to all days' }).click();
  await expect(page.getByLabel('Sunday, opens')).toHaveValue('07:00');
  await saveSection(page);
  await monday.getByLabel('Monday, opens').fill('00:00');
  await expect(monday.getByLabel('Monday, opens')).toBeFocused();
  await saveSection(page);
  await expect(kind).toHaveValue('OPEN');
  const week = await admin.call('getStoreSettings', {});
  expect(week.settings.week.slice(0, 2)).toEqual([
    [{ from: '00:00', to: '24:00' }],
    [{ from: '07:00', to: '24:00' }],
  ]);
  await page.getByRole('button', { name: 'Copy Monday to all days' }).click();
  await expect(preview.getByText('Monday – Sunday')).toBeVisible();
  await saveSection(page);
});

test('two administrators save different sections, and who changes one that another has changed decides whose stays', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/status of 409/);
  const page = await openPageAs(admin, '/dashboard/settings#charges', { widthPx: 1440 });
  const other = await openPageAs(await shop.createAdmin('Dev'), '/dashboard/settings#promise', {
    widthPx: 1440,
  });
  const [fee, minutes] = [page.getByLabel('Handling fee (₹)'), other.getByLabel('Usual delivery time')];
  await fee.fill('6');
  await minutes.fill('12');
  await saveSection(other);
  // Another section was changed on the server: sent again with the newest settings.
  await saveSection(page);
  const read = async () => (await admin.call('getStoreSettings', {})).settings;
  expect(await read()).toMatchObject({ promise: { baseMinutes: 12 }, charges: { handlingAmt: 6 } });

  await page.goto('/dashboard/settings#promise');
  await page.getByLabel('Usual delivery time').fill('20');
  await minutes.fill('15');
  await saveSection(other);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByRole('alert')).toHaveText('Someone else changed ‘Delivery promise’.');
  await expect(page.getByLabel('Usual delivery time')).toHaveValue('20');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load theirs' }).click();
  await expect(page.getByLabel('Usual delivery time')).toHaveValue('15');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden();

  await page.getByLabel('Usual delivery time').fill('21');
  await minutes.fill('16');
  await saveSection(other);
  await save.click();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden();
  expect((await read()).promise.baseMinutes).toBe(21);
  await page.getByLabel('Usual delivery time').fill('10');
  await saveSection(page);
});

test('unsaved changes outlast another section, are named in the index, and leaving the page asks about them', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/settings', { widthPx: 1440 });
  const index = page.getByRole('navigation', { name: 'Sections' });
  await page.getByLabel('Tagline').fill('Fresh every day');
  await index.getByRole('link', { name: 'Delivery promise' }).click();
  await expect(page).toHaveURL('/dashboard/settings#promise');
  await expect(page.getByRole('heading', { name: 'Delivery promise' })).toBeFocused();
  await expect(index.getByRole('link', { name: 'Name and contact , unsaved changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'No changes to save');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Offers' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await expect(page.getByLabel('Tagline')).toHaveValue('Fresh every day');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Name and contact' })).toBeFocused();
  await expect(page.getByLabel('Tagline')).not.toHaveValue('Fresh every day');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Offers' }).click();
  await page.waitForURL('/dashboard/offers');
});

for (const widthPx of [320, 1440]) {
  test(`the search finds a field by label, help text and Hindi, and opens it by keyboard, at ${widthPx} px`, async ({
    openPageAs,
    admin,
  }) => {
    const page = await openPageAs(admin, '/dashboard/settings', { widthPx });
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    const found = page.getByRole('list', { name: 'Found settings' });
    await expect(page.getByRole('heading', { name: 'Name and contact' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('handling');
    await expect(found.getByRole('link').first()).toHaveText(/Handling fee \(₹\)Minimum order and charges/);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/settings#charges');
    await expect(page.getByLabel('Handling fee (₹)')).toBeFocused();
    await expect(page.getByLabel('Handling fee (₹)')).toBeInViewport({ ratio: 1 });
    await expect(search).toHaveValue('');
    await search.fill('turnover');
    await found.getByRole('link', { name: /Digits of HSN codes/ }).press('Enter');
    await expect(page.getByLabel('Digits of HSN codes')).toBeFocused();
    await search.fill('बुधवार');
    await found.getByRole('link', { name: /Wednesday/ }).press('Enter');
    await expect(page.getByLabel('Wednesday, open or closed')).toBeFocused();
    // A field that is not shown yet leads to its section.
    await search.fill('orders per slot');
    await search.press('Enter');
    await expect(page.getByRole('heading', { name: 'Later delivery times' })).toBeFocused();
    await search.fill('nothing like this');
    await expect(page.getByText('No results')).toBeVisible();
    await search.press('Escape');
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
}

test('at 360 px a select opens each section, and the bar that saves stays in view', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/settings#notifications', { widthPx: 360 });
  const select = page.getByRole('combobox', { name: 'Section' });
  await expect(select).toHaveValue('notifications');
  await select.focus();
  for (const id of await select
    .locator('option')
    .evaluateAll((all) => all.map((each) => each.getAttribute('value')))) {
    await select.selectOption(id);
    await expect(page).toHaveURL(`/dashboard/settings#${id}`);
    await expect(select).toBeFocused();
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
  await select.selectOption('hours');
  await page.getByLabel('Sunday, open or closed').selectOption('Closed');
  await page.getByLabel('Monday, open or closed').focus();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Discard' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Discard' }).tap();
  await expect(page.getByLabel('Sunday, open or closed')).toHaveValue('OPEN');
});

test('another UPI ID asks for the password at 360 px, keeps what was typed when that is cancelled, and is saved after it', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/status of 403/);
  const page = await openPageAs(admin, '/dashboard/settings#payments', { widthPx: 360 });
  await admin.db.query(sql`
    update session set authenticated_at = now() - interval '1 hour' where user_id = ${admin.userId}`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const [vpa, cash] = [page.getByLabel('UPI ID'), page.getByLabel('Cash on delivery')];
  // Other settings need no password.
  await cash.uncheck();
  await saveSection(page);
  await vpa.fill('tokri@okbank');
  await page.getByLabel('Payee name').fill('Tokri Store');
  await cash.check();
  await save.tap();
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect(stepUp.getByLabel('Password')).toBeFocused();
  await expectNoOverflow(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText('Confirm that it');
  await expect(vpa).toHaveValue('tokri@okbank');
  expect((await admin.call('getStoreSettings', {})).settings.upi).toBeNull();
  await save.tap();
  await stepUp.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(stepUp).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect
    .poll(async () => (await admin.call('getStoreSettings', {})).settings)
    .toMatchObject({
      upi: { vpa: 'tokri@okbank', payeeName: 'Tokri Store' },
      paymentMethods: { cash: true },
    });
  const email = await shop.waitForEmail(admin.email, /UPI account was changed/);
  expect(email.text).toContain('tokri@okbank (Tokri Store)');
});

test('an administrator sets charges, and a shopper at 360 px sees them in cart, checkout and order, also when they change before the order', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 2);
  await shopper.addAddress('12 Lake Road');
  const page = await openPageAs(admin, '/dashboard/settings#charges', { widthPx: 360 });
  await page.getByRole('button', { name: 'Add a delivery fee' }).tap();
  await page.getByLabel('Fee (₹)', { exact: true }).fill('30');
  await page.getByLabel('Free delivery from (₹)').fill('500');
  await page.getByLabel('Handling fee (₹)').fill('4.5');
  const bill = page.getByLabel('Example bill');
  await page.getByLabel('Example cart (₹)').fill('100');
  await expect(bill).toHaveText('Products₹100Delivery Charge₹30Handling fee₹4.50Grand total₹134.50');
  await page.getByLabel('Example cart (₹)').fill('500');
  await expect(bill).toHaveText('Products₹500Delivery ChargeFreeHandling fee₹4.50Grand total₹504.50');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await saveSection(page);

  const shopping = await openPageAs(shopper, '/cart', { widthPx: 360 });
  const line = (name: string) => shopping.getByText(name, { exact: true }).locator('..').locator('dd');
  await expect(line('Delivery Charge')).toHaveText('₹30');
  await expect(line('Grand total')).toHaveText('₹234.50');
  await expect(shopping.getByText('Add ₹300 more for free delivery.')).toBeVisible();
  await expectAccessible(shopping);
  await expectNoOverflow(shopping);
  await shopping.getByRole('button', { name: 'Proceed' }).tap();
  await shopping.getByLabel('Cash on Delivery').check();
  await expect(line('Grand total')).toHaveText('₹234.50');

  await page.getByLabel('Handling fee (₹)').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect.poll(async () => (await admin.call('getStoreStatus', {})).charges.handlingAmt).toBe(0);
  await shopping.getByRole('button', { name: 'Place order · ₹234.50' }).tap();
  const dialog = shopping.getByRole('dialog', { name: 'Your order has changed' });
  await expect(dialog.getByText('₹4.50 → ₹0')).toBeVisible();
  await expectAccessible(shopping);
  await dialog.getByRole('button', { name: 'Place order · ₹230' }).tap();
  await expect(shopping.getByRole('heading', { name: /Order/ })).toBeVisible();
  await shopping.getByRole('link', { name: 'Track your order' }).tap();
  await expect(line('Delivery Charge')).toHaveText('₹30');
  await expect(line('Grand total')).toHaveText('₹230');
});

test('an administrator rounds totals to the rupee while a shopper orders, who confirms the rounded total, and a refund of everything gives it back', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const change = async (charges: { handlingAmt: number; isTotalRounded: boolean }) => {
    const { version, settings } = await admin.call('getStoreSettings', {});
    const none = { deliveryFees: [], freeDeliveryFromAmt: null, smallOrder: null };
    await admin.call('updateStoreSettings', {
      version,
      settings: { ...settings, charges: { ...none, ...charges } },
    });
  };
  await change({ handlingAmt: 4.17, isTotalRounded: false });
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 2);
  await shopper.addAddress('12 Lake Road');
  const shopping = await openPageAs(shopper, '/cart', { widthPx: 360 });
  const line = (name: string) => shopping.getByText(name, { exact: true }).locator('..').locator('dd');
  await expect(line('Grand total')).toHaveText('₹204.17');
  await shopping.getByRole('button', { name: 'Proceed' }).tap();
  await shopping.getByLabel('Cash on Delivery').check();

  const page = await openPageAs(admin, '/dashboard/settings#charges', { widthPx: 360 });
  await page.getByLabel('Round the total to the rupee').check();
  await expect(page.getByLabel('Example bill')).toContainText('Handling fee₹4.17Rounding–₹0.17');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await saveSection(page);

  await shopping.getByRole('button', { name: 'Place order · ₹204.17' }).tap();
  const dialog = shopping.getByRole('dialog', { name: 'Your order has changed' });
  await expect(dialog.getByText('Rounding')).toBeVisible();
  await dialog.getByRole('button', { name: 'Place order · ₹204' }).tap();
  await shopping.getByRole('link', { name: 'Track your order' }).tap();
  await expect(line('Rounding')).toHaveText('–₹0.17');
  await expect(line('Grand total')).toHaveText('₹204');
  await expectAccessible(shopping);

  const [order] = await shopper.call('listOrders', {});
  if (order === undefined) throw new Error('Nothing was ordered.');
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
    await admin.call('changeOrders', { ids: [order._id], to, allowUnpicked: true });
  await page.goto(`/dashboard/orders?tab=all&order=${order._id}`);
  await expect(page.getByText('Rounding –₹0.17')).toBeVisible();
  await page.getByRole('button', { name: 'Refund products…' }).tap();
  const refund = page.getByRole('dialog', { name: `Refund products of ${order.orderId}` });
  await refund.getByLabel(order.items[0]?.name ?? '').fill('200');
  await refund.getByLabel('Delivery and fees').fill('4.17');
  await refund.getByLabel('Message to the shopper').fill('Sorry, it was late.');
  await expect(refund.getByText('With the rounding of the bill, –₹0.17.')).toBeVisible();
  await refund.getByRole('button', { name: 'Refund ₹204' }).tap();
  await expectToast(page, `₹204 of ${order.orderId} refunded`);
  await expect(page.getByText('A refund of ₹204 is due. Pay it out in cash or by UPI.')).toBeVisible();
  await change({ handlingAmt: 0, isTotalRounded: false });
});
