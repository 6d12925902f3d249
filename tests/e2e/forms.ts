import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { totpAt } from '#server/identity/totp.ts';
import { fromBase32 } from '#tests/fixtures/accounts.ts';
import { settingsTexts } from '#web/admin/store/settings-texts.ts';
import { deliver } from './dashboard.ts';
import { openPinStepUp } from './pin-session.ts';
import { type Account, password, type Shop } from './shop.ts';
import { expect } from './test.ts';

export interface World {
  shop: Shop;
  shopper: Account;
  admin: Account;
}

export interface Form {
  as: 'guest' | 'shopper' | 'admin';
  path: string | ((world: World) => Promise<string>);
  /** State of the navigation to the page. */
  state?: object;
  /** The button that opens it in a dialog; without it the form is a part of the page. */
  opens?: string | RegExp | ((page: Page, world: World) => Promise<Locator>);
  /** Leads from the page to a form that is not in a dialog. */
  reach?: (page: Page, world: World) => Promise<void>;
  /** The button that submits it, where a page has several forms. */
  submits?: string | RegExp;
  /** Without a change it only reads its list again. */
  isFilter?: true;
}

async function placeOrder({ shop, shopper }: World) {
  return shopper.placeOrder([await shop.claimProduct()], 2);
}

async function placeDelivered(world: World) {
  const order = await placeOrder(world);
  await deliver(world.admin, order._id);
  return order;
}

const openOrder = async (world: World) => `/dashboard/orders?tab=all&order=${(await placeOrder(world))._id}`;
const deliveredOrder = async (world: World) =>
  `/dashboard/orders?tab=all&order=${(await placeDelivered(world))._id}`;
const customer = async ({ shopper }: World) => `/dashboard/customers/${shopper.userId}`;

async function orderOnTheWay(world: World) {
  const { _id } = await placeOrder(world);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'] as const)
    await world.admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  return `/dashboard/orders?tab=all&order=${_id}`;
}

async function owedRefund(world: World) {
  const { _id, totalAmt } = await placeDelivered(world);
  const lines = [{ position: 0, amount: 50 }];
  await world.admin.call('refundItems', { _id, totalAmt, lines, to: 'SOURCE', message: 'Torn' });
  return `/dashboard/orders?tab=all&order=${_id}`;
}

let closedDays = 0;

async function closedDay({ admin }: World) {
  closedDays += 1;
  const day = `2026-01-0${closedDays}`;
  const zero = { cash: 0, upi: 0, card: 0 };
  await admin.call('closeDay', { day, version: 0, expected: zero, counted: zero });
  return `/dashboard/day-end?day=${day}`;
}

async function cardPayment({ shop, shopper }: World) {
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 2);
  const [address = await shopper.addAddress('12 Lake Road')] = await shopper.call('listAddresses', {});
  const lines = [{ productId: product.id, quantity: 2 }];
  const { url } = await shopper.call('checkoutOrder', {
    ...{ list_items: lines, addressId: address._id, subTotalAmt: 200, totalAmt: 200 },
  });
  return url;
}

/** Delivers to places that begin with 41. */
async function smallArea({ admin }: World) {
  const { version } = await admin.call('getStoreSettings', {});
  const group = { name: '', pincodes: ['41'], deliveryFeeAmt: 0, minimumOrderAmt: null, extraMinutes: 0 };
  const deliveryArea = { ...everywhere, kind: 'PINCODES' as const, groups: [group] };
  await admin.call('updateStoreSettings', {
    version,
    settings: { ...initialStoreSettings, deliveryArea },
  });
  return '/';
}

async function openPlace(page: Page) {
  const opener = page.getByRole('banner').getByRole('button', { name: /deliver/i });
  await opener.press('Enter');
  return opener;
}

async function staffWithPicker({ shop }: World) {
  await (await shop.createShopper()).setRole('picker');
  return '/dashboard/staff';
}

const firstButton = (name: string | RegExp) => async (page: Page) => {
  const opener = page.getByRole('button', { name, exact: true }).first();
  await opener.press('Enter');
  return opener;
};

/** No one is on shift. */
async function changeForIdleRider(page: Page) {
  await page.getByText(/^Not on shift, without cash/).click();
  return firstButton(/^Give change to/)(page);
}

async function invitation({ admin }: World) {
  const { link } = await admin.call('inviteStaff', { name: 'Ravi', email: null, roles: ['picker'] });
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}

async function openTellMe(page: Page) {
  const opener = await openPlace(page);
  await page.getByLabel('PIN code').fill('560001');
  await page.getByLabel('PIN code').press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  return opener;
}

async function openFilters(page: Page) {
  await page.setViewportSize({ width: 768, height: 1024 });
  const opener = page.getByTestId('list-toolbar').getByRole('link', { name: /^Filter/ });
  await opener.press('Enter');
  return opener;
}

async function openBulkEdit(page: Page) {
  await page.getByRole('radio', { name: 'Table' }).press('Space');
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .press('Space');
  const opener = page.getByRole('button', { name: 'Bulk edit' });
  await opener.press('Enter');
  return opener;
}

async function openStepUp(page: Page, { shopper: { db, userId } }: World) {
  await db.query(
    sql`update session set authenticated_at = now() - interval '1 hour' where user_id = ${userId}`,
  );
  const opener = page.getByRole('button', { name: 'Download my data' });
  await opener.press('Enter');
  return opener;
}

async function shopperWithApp({ shopper }: World) {
  const { challenge, secret } = await shopper.call('beginTotp', {});
  await shopper.call('confirmTotp', { challenge, otp: totpAt(fromBase32(secret), new Date()) });
  return '/login';
}

async function reachSecondFactor(page: Page, { shopper }: World) {
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const reset = { email: 'asha@example.com', sentAt: 1, verifier: 'x'.repeat(43), from: '/' };

async function problem(world: World) {
  const { _id } = await placeDelivered(world);
  await world.shopper.call('reportProblem', { _id, lines: [{ position: 0, quantity: 1, kind: 'MISSING' }] });
  return '/dashboard/problems';
}

const withCart =
  (path: string) =>
  async ({ shop, shopper }: World) => {
    await shopper.addToCart(await shop.claimProduct(), 1);
    return path;
  };

/** Each section is a form, except that without settings. */
const settingsForms = Object.entries(settingsTexts)
  .filter(([, { keys }]) => keys.length > 0)
  .map(([id]): [string, Form] => [
    `the settings of ${id}`,
    { as: 'admin', path: `/dashboard/settings#${id}`, submits: 'Save' },
  ]);

/** The forms of each component below `web/`. */
export const forms: Record<string, Record<string, Form>> = {
  'storefront/identity/login-page': { login: { as: 'guest', path: '/login', submits: 'Login' } },
  'storefront/identity/register-page': { registration: { as: 'guest', path: '/register' } },
  'storefront/identity/second-factor-form': {
    'a second factor': {
      ...{ as: 'guest', submits: 'Confirm' },
      ...{ path: shopperWithApp, reach: reachSecondFactor },
    },
  },
  'storefront/identity/forgot-password-page': {
    'forgotten password': { as: 'guest', path: '/forgot-password' },
  },
  'storefront/identity/verification-otp-page': {
    'a one-time code': { as: 'guest', path: '/verification-otp', state: reset, submits: 'Verify' },
  },
  'storefront/identity/reset-password-page': {
    'a new password': { as: 'guest', path: '/reset-password', state: reset },
  },
  'storefront/delivery/place-dialog': { place: { as: 'guest', path: smallArea, opens: openPlace } },
  'storefront/delivery/tell-me': {
    'a place outside': { as: 'guest', path: smallArea, opens: openTellMe, submits: 'Tell me' },
  },
  'storefront/product-list/filter-sheet': {
    filters: { as: 'guest', path: '/search?q=milk', opens: openFilters },
  },
  'storefront/product-list/filter-page': {
    'filters of a page': { as: 'guest', path: '/search/filter?q=milk', submits: 'Show products' },
  },
  'storefront/payments/card-form': { card: { as: 'shopper', path: cardPayment, submits: /^Pay/ } },
  'session/identity-dialog': {
    'a step-up': { as: 'shopper', path: '/dashboard/profile', opens: openStepUp },
    'a deletion of the account': { as: 'shopper', path: '/dashboard/profile', opens: 'Delete account' },
  },
  'session/step-up-dialog': {
    'a step-up by PIN': { as: 'guest', path: '/staff/login', opens: openPinStepUp },
  },
  'storefront/addresses/address-dialog': {
    address: { as: 'shopper', path: '/dashboard/address', opens: 'Add Address' },
  },
  'storefront/customers/profile-form': {
    profile: { as: 'shopper', path: '/dashboard/profile', submits: /^Save/ },
  },
  'storefront/customers/change-password-dialog': {
    password: { as: 'shopper', path: '/dashboard/profile', opens: 'Change password' },
  },
  'storefront/lists/list-name-dialog': {
    'a list': { as: 'shopper', path: withCart('/dashboard/lists'), opens: 'Save the cart as a list' },
    'the name of a list': {
      as: 'shopper',
      path: async ({ shop, shopper }) => {
        await shopper.addToCart(await shop.claimProduct(), 1);
        await shopper.call('saveShoppingList', { name: 'Weekly' });
        return '/dashboard/lists';
      },
      opens: 'Rename Weekly',
    },
  },
  'storefront/checkout/coupon-choice': {
    'a coupon code': { as: 'shopper', path: withCart('/checkout'), submits: 'Apply' },
  },
  'storefront/problems/problem-dialog': {
    'a problem': {
      as: 'shopper',
      path: async (world) => `/orders/${(await placeDelivered(world))._id}`,
      opens: 'Report a problem',
    },
  },
  'admin/product-form/product-fields': { product: { as: 'admin', path: '/dashboard/upload-product' } },
  'admin/product-form/detail-fields': {
    'a field of a product': { as: 'admin', path: '/dashboard/upload-product', opens: 'Add Field' },
  },
  'admin/products/bulk-edit-dialog': {
    'many products': { as: 'admin', path: '/dashboard/product', opens: openBulkEdit },
  },
  'admin/categories/category-list': {
    category: { as: 'admin', path: '/dashboard/category', opens: 'Add Category' },
    'sub-category': { as: 'admin', path: '/dashboard/subcategory', opens: /^Add Sub/ },
  },
  'admin/discounts/offer-dialog': {
    offer: { as: 'admin', path: '/dashboard/offers', opens: /^(?:New|Add) offer/i },
    coupon: { as: 'admin', path: '/dashboard/offers', opens: /^(?:New|Add) coupon/i },
  },
  'admin/home/banner-dialog': {
    banner: { as: 'admin', path: '/dashboard/home', opens: /^(?:New|Add) banner/i },
  },
  'admin/home/collection-dialog': {
    collection: { as: 'admin', path: '/dashboard/home', opens: /^(?:New|Add) collection/i },
  },
  'admin/store/settings-section': Object.fromEntries(settingsForms),
  'admin/store/pages-page': { 'a page': { as: 'admin', path: '/dashboard/pages', submits: 'Save' } },
  'admin/reports/reports-page': {
    'the range of a report': { as: 'admin', path: '/dashboard/reports', submits: 'Show' },
  },
  'admin/payments/close-day-form': {
    'day end': { as: 'admin', path: '/dashboard/day-end', submits: 'Close the day' },
    'a closed day': { as: 'admin', path: closedDay, opens: 'Reopen the day' },
  },
  'storefront/customers/second-factor-dialogs': {
    'a passkey': { as: 'admin', path: '/dashboard/profile', opens: 'Add a passkey' },
    'an authenticator app': { as: 'admin', path: '/dashboard/profile', opens: 'Set up an authenticator app' },
  },
  'admin/customers/customer-page': {
    'a note on a customer': { as: 'admin', path: customer, submits: 'Add note' },
  },
  'admin/customers/customer-dialogs': {
    'store credit': { as: 'admin', path: customer, opens: 'Change store credit' },
    'a block of a customer': { as: 'admin', path: customer, opens: 'Block' },
  },
  'admin/orders/payment-dialogs': {
    payment: { as: 'admin', path: openOrder, opens: 'Record payment…' },
    'a corrected payment': { as: 'admin', path: deliveredOrder, opens: 'Correct payment…' },
  },
  'admin/orders/order-dialogs': {
    'a cancelled order': { as: 'admin', path: openOrder, opens: 'Cancel …' },
    'an unpaid delivery': {
      ...{ as: 'admin', path: orderOnTheWay, opens: 'Not paid…' },
    },
  },
  'admin/orders/order-drawer': {
    'an unavailable item': {
      ...{ as: 'admin', path: openOrder, opens: /^Mark .+ as unavailable$/ },
    },
  },
  'admin/orders/undelivered-dialog': {
    'an undelivered order': { as: 'admin', path: orderOnTheWay, opens: 'Could not deliver…' },
  },
  'admin/orders/rider-section': {
    'the rider of an order': { as: 'admin', path: orderOnTheWay, opens: 'Assign a rider…' },
  },
  'admin/payments/rider-cash': {
    'the cash of a rider': { as: 'admin', path: '/dashboard/day-end', opens: changeForIdleRider },
  },
  'admin/orders/refund-dialogs': {
    'a paid refund': { as: 'admin', path: owedRefund, opens: 'Mark as refunded…' },
    'a refund of items': { as: 'admin', path: deliveredOrder, opens: 'Refund products…' },
  },
  'admin/problems/problems-page': { 'a declined problem': { as: 'admin', path: problem, opens: /^Decline/ } },
  'admin/sessions/security-log-page': {
    'a filter of the security log': {
      ...{ as: 'admin', path: '/dashboard/security' },
      ...{ submits: 'Filter', isFilter: true },
    },
  },
  'admin/staff/person-dialogs': {
    'the roles of a person': { as: 'admin', path: '/dashboard/staff', opens: firstButton('Change roles') },
    'a PIN': { as: 'admin', path: staffWithPicker, opens: firstButton('Set PIN') },
  },
  'admin/staff/invite-dialog': {
    'an invitation': { as: 'admin', path: '/dashboard/staff', opens: 'Invite a person' },
  },
  'admin/staff/devices-card': {
    'a shared phone': { as: 'admin', path: '/dashboard/staff', opens: 'Approve a phone' },
  },
  'storefront/identity/pin-login-page': {
    'the approval of a phone': { as: 'guest', path: '/staff/login' },
  },
  'storefront/identity/invitation-page': {
    'an account of an invited person': { as: 'guest', path: invitation },
  },
  'admin/inventory/record-stock-form': {
    stock: {
      as: 'admin',
      path: async ({ shop }) => `/dashboard/stock?product=${(await shop.claimProduct()).id}`,
      submits: 'Save',
    },
  },
  'admin/inventory/stock-page': {
    'search of the stock': { as: 'admin', path: '/dashboard/stock', submits: 'Find' },
  },
};

/** Forms without a button that sends something, and where they are used by keyboard. */
export const otherForms: Record<string, string> = {
  'storefront/search/search-input': 'Each letter searches: searching.spec.ts.',
  'storefront/language-switcher': 'One button of a page without scripts: the test below.',
  'admin/store/settings-index': 'Each letter searches, Enter opens the first result: settings.spec.ts.',
  'admin/home/preview-controls': 'Each change is shown at once: home-layout.spec.ts.',
  'staff/deliver/door-view': 'A delivery is stored on the phone and sent later: deliver.spec.ts.',
  'staff/pick/line-view': 'A weight is stored on the phone and sent later: pick.spec.ts.',
  'storefront/substitution/replacement-picker': 'Enter searches: substitution.spec.ts.',
};
