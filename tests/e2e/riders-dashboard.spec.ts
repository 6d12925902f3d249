import sql from 'sql-template-tag';
import { noDoorRules } from '#contract/riders/delivery-pin.ts';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import { expectAccessible, expectAccessibleInBothThemes, expectNoOverflow } from './accessibility.ts';
import { saveSection } from './dashboard.ts';
import { changeSettings } from './deliver.ts';
import type { Account, Shop } from './shop.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'riders-dashboard' });

async function createRider(shop: Shop, name: string): Promise<Account> {
  const rider = await shop.createShopper();
  await rider.setRole('rider');
  await rider.db.query(sql`update account set name = ${name} where id = ${rider.userId}`);
  return rider;
}

/** An order of ₹700 that waits for a picker. */
const newOrder = async (shop: Shop, shopper: Account) => shopper.placeOrder([await shop.claimProduct()], 7);

/** From then on it waits for a rider. */
async function pack(admin: Account, { _id }: { _id: string }): Promise<void> {
  await admin.call('changeOrders', { ids: [_id], to: 'PACKING' });
  await admin.call('pickLine', { _id, position: 0, isPicked: true });
}

async function packedOrder(shop: Shop, admin: Account, shopper: Account) {
  const order = await newOrder(shop, shopper);
  await pack(admin, order);
  return order;
}

test('an owner sets the rules of the door, staff assign a rider, see the delivery with its picture, and take the cash with a difference', async ({
  openPageAs,
  errors,
  shop,
  admin,
  shopper,
}) => {
  const rider = await createRider(shop, 'Ravi Kumar');
  await createRider(shop, 'Kiran Rao');
  const settings = await openPageAs(admin, '/dashboard/settings#door', { widthPx: 360 });
  await settings.getByLabel('PIN of the shopper').selectOption('Above an amount');
  await settings.getByLabel('For orders above (₹)').fill('1000');
  await settings.getByRole('checkbox', { name: 'Riders take a picture of each delivery' }).check();
  await saveSection(settings);
  await settings.reload();
  await expect(settings.getByLabel('For orders above (₹)')).toHaveValue('1000');
  await expectAccessible(settings);
  await expectNoOverflow(settings);

  const order = await newOrder(shop, shopper);
  const { _id, orderId } = order;
  await rider.call('clockIn', { _id: `${_id}shift`.slice(-32), role: 'rider' });
  const people = await openPageAs(admin, '/dashboard/staff', { widthPx: 360 });
  const ravi = people
    .getByRole('list', { name: 'People' })
    .getByRole('listitem')
    .filter({ hasText: 'Ravi Kumar' });
  await expect(ravi.getByText(/^On shift as Rider since \d/)).toBeVisible();
  await expect(people.getByText('On shift: Ravi Kumar (Rider)')).toBeVisible();
  await expectAccessible(people);
  await expectNoOverflow(people);
  const board = await openPageAs(admin, `/dashboard/orders?tab=all&order=${_id}`, { widthPx: 360 });
  const drawer = board.getByRole('dialog', { name: orderId, exact: true });
  await expect(drawer.getByRole('heading', { name: 'Payment' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Assign a rider…' })).toHaveCount(0);
  await pack(admin, order);
  const stale = await openPageAs(await shop.createAdmin(), `/dashboard/orders?tab=all&order=${_id}`, {
    widthPx: 1440,
  });
  await stale.getByRole('button', { name: 'Assign a rider…' }).click();
  const second = stale.getByRole('dialog', { name: `Rider of ${orderId}` });
  await expect(second.getByRole('radio', { name: 'Kiran Rao' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Assign a rider…' }).tap();
  const dialog = board.getByRole('dialog', { name: `Rider of ${orderId}` });
  await expect(dialog.getByRole('radio', { name: 'No rider: riders can take it' })).toBeChecked();
  await expectAccessible(board);
  await expectNoOverflow(board);
  await dialog.getByRole('radio', { name: 'Ravi Kumar, on shift' }).check();
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expectToast(board, `${orderId}: Order assigned`);
  await expect(drawer.getByText('Ravi Kumar')).toBeVisible();

  errors.allow(/status of 409/);
  await second.getByRole('radio', { name: 'Kiran Rao' }).check();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByRole('alert')).toHaveText('Ravi Kumar has this order.');
  await second.getByRole('button', { name: 'Cancel' }).click();
  await expect(stale.getByRole('button', { name: 'Change the rider…' })).toBeFocused();

  const at = new Date().toISOString();
  const taken = { _id, version: 1 };
  await rider.call('leaveWithOrder', { ...taken, at });
  // The server refuses it from others than the rider.
  await expect(drawer.getByText('To mark it delivered here, take it from the rider first.')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Delivered' })).toHaveCount(0);
  const photo = Buffer.from(await bytesOf(plainImage(400, 300).jpeg())).toString('base64');
  await rider.call('addDeliveryPhoto', { ...taken, photo, at });
  const payment = { kind: 'CASH', amount: 700, received: 1000 } as const;
  await rider.call('deliverOrder', { ...taken, payment, at });
  await expect(drawer.getByText('₹1,000 received in cash, before change')).toBeVisible();
  await drawer.getByRole('button', { name: 'Show the picture' }).tap();
  await expect(board.getByRole('img', { name: 'The delivered order' })).toBeVisible();
  await expectAccessible(board);
  await board.keyboard.press('Escape');
  await expectNoOverflow(board);

  const sheet = await openPageAs(admin, '/dashboard/day-end', { widthPx: 360 });
  const day = sheet.getByRole('table', { name: 'Cash of riders' });
  await expect(day.getByRole('row', { name: /^Ravi Kumar ₹700 ₹0 ₹700$/ })).toBeVisible();
  const summary = sheet.getByRole('table', { name: 'Expected and counted' });
  await expect(summary.getByRole('row', { name: /^Cash ₹0/ })).toBeVisible();
  await expectAccessibleInBothThemes(sheet);
  await expectNoOverflow(sheet);
  const warning = sheet.getByRole('region', { name: 'Riders with cash' });
  await expect(warning).toContainText(/^Riders still have ₹700, .*Ravi Kumar ₹700/);
  await warning.getByRole('link', { name: 'Cash books of riders' }).press('Enter');
  await expect(sheet.getByRole('region', { name: 'Cash books of riders' })).toBeFocused();
  // Those who are not on shift and have no cash are in a list of their own.
  await expect(sheet.getByRole('button', { name: 'Give change to Kiran Rao' })).toBeHidden();
  await sheet.getByText(/^Not on shift, without cash/).tap();
  await expect(sheet.getByRole('button', { name: 'Give change to Kiran Rao' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Ravi Kumar hands in cash' }).tap();
  const cash = sheet.getByRole('dialog', { name: 'Ravi Kumar hands in cash' });
  await cash.getByLabel('Counted, in rupees').fill('690');
  await expect(cash.getByText('Difference –₹10')).toBeVisible();
  await cash.getByRole('button', { name: 'Record' }).tap();
  await expect(cash.getByLabel('Note')).toHaveAccessibleDescription('Enter why the amounts differ.');
  await cash.getByLabel('Note').fill('A note was torn');
  await expectAccessible(sheet);
  await expectNoOverflow(sheet);
  await cash.getByRole('button', { name: 'Record' }).dblclick();
  await expectToast(sheet, 'Cash recorded');
  await expect(day.getByRole('row', { name: /^Ravi Kumar ?Difference –₹10 ₹700 ₹690 ₹0$/ })).toBeVisible();
  await expect(summary.getByRole('row', { name: /^Cash ₹690/ })).toBeVisible();
  const books = sheet.getByRole('region', { name: 'Cash books of riders' });
  await books.getByText('Last two days').click();
  await expect(books.getByText(/^Difference · A note was torn/)).toBeVisible();
});

test('the list of orders shows who has each order, which packed ones wait for a rider, and which comes back', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const rider = await createRider(shop, 'सुनीता देवी');
  await rider.call('clockIn', { _id: 'shiftofsunita', role: 'rider' });
  const [waiting, taken] = [
    await packedOrder(shop, admin, shopper),
    await packedOrder(shop, admin, await shop.createShopper()),
  ];
  const page = await openPageAs(admin, '/dashboard/orders', { widthPx: 360 });
  const rowOf = ({ orderId }: { orderId: string }) =>
    page.getByRole('list', { name: 'Orders' }).getByRole('listitem').filter({ hasText: orderId });
  for (const order of [waiting, taken]) await expect(rowOf(order).getByText('No rider')).toBeVisible();
  await rider.call('takeDelivery', { _id: taken._id });
  await expect(rowOf(taken).getByText('सुनीता देवी')).toBeVisible();
  await expect(rowOf(taken).getByText('No rider')).toHaveCount(0);
  const at = new Date().toISOString();
  await rider.call('leaveWithOrder', { _id: taken._id, version: 1, at });
  await expect(rowOf(taken).getByRole('button', { name: /^Delivered/ })).toHaveCount(0);
  await expect(rowOf(taken).getByText('On the way')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await rowOf(taken)
    .getByRole('button', { name: new RegExp(`^${taken.orderId}`) })
    .focus();
  await page.keyboard.press('d');
  await expectToast(page, `सुनीता देवी has ${taken.orderId}, and marks it delivered`);

  const failed = { attempt: 1, reason: 'REFUSED', outcome: 'RETURN', note: 'Ordered twice', at } as const;
  await rider.call('recordFailedDelivery', { _id: taken._id, version: 1, ...failed });
  await expect(rowOf(taken).getByText('brings it back')).toBeVisible();
  await rowOf(taken)
    .getByRole('button', { name: new RegExp(`^${taken.orderId}`) })
    .tap();
  await page.getByRole('button', { name: 'Back at the store…' }).tap();
  const dialog = page.getByRole('dialog', { name: `${taken.orderId} could not be delivered` });
  await expect(dialog.getByRole('radio', { name: 'Refused' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /^Back to the store/ })).toBeChecked();
  await expect(dialog.getByLabel('Note (optional)')).toHaveValue('Ordered twice');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back to the store' }).tap();
  await expectToast(page, `${taken.orderId} is back at the store`);
});

test('cash that a rider collects while it is handed in is said in the dialog, where it can be recorded then', async ({
  openPageAs,
  errors,
  shop,
  admin,
  shopper,
}) => {
  await changeSettings(admin, { door: noDoorRules });
  const rider = await createRider(shop, 'Mohan Das');
  const collect = async () => {
    const { _id } = await packedOrder(shop, admin, shopper);
    const at = new Date().toISOString();
    await rider.call('takeDelivery', { _id });
    await rider.call('leaveWithOrder', { _id, version: 1, at });
    const payment = { kind: 'CASH', amount: 700, received: 700 } as const;
    await rider.call('deliverOrder', { _id, version: 1, payment, at });
  };
  await collect();
  const page = await openPageAs(admin, '/dashboard/day-end');
  await page.getByRole('button', { name: 'Mohan Das hands in cash' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mohan Das hands in cash' });
  await expect(dialog.getByLabel('Note (optional)')).toBeVisible();
  await collect();
  await dialog.getByLabel('Counted, in rupees').fill('1,000 and some');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Counted, in rupees')).toHaveAccessibleDescription('Enter an amount.');
  await dialog.getByLabel('Counted, in rupees').fill('700');
  errors.allow(/status of 409/);
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Mohan Das has ₹1,400 now.');
  await expect(dialog.getByText('The cash book says ₹1,400.')).toBeVisible();
  await expect(dialog.getByText('Difference –₹700')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'This is all that the rider has' }).uncheck();
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expectToast(page, 'Cash recorded');
  await expect(page.getByRole('row', { name: /^Mohan Das ₹1,400 ₹700 ₹700$/ })).toBeVisible();
});
