import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { endpoints } from '#contract/api.ts';
import { type Account, password, type TestProduct } from './shop.ts';

type Named = Pick<TestProduct, 'name'>;

/** Fills in the login form that is open and sends it. */
export async function submitLogin(page: Page, { email }: Pick<Account, 'email'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

/** Logs in and waits for the home page. */
export async function login(page: Page, account: Pick<Account, 'email'>): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, account);
  // Staff go to their dashboard.
  await page.waitForURL(/\/(?:dashboard)?$/);
}

/**
 * Logs in through the API and stores the session where the login form stores it: without the form and the home page
 * after it, which take 0.8 seconds of CPU time. The page shows a plain text afterwards.
 */
export async function startSession(page: Page, { email }: Pick<Account, 'email'>): Promise<void> {
  const device = randomBytes(32).toString('base64url');
  const data = { email, password, device };
  await storeSession(page, { path: endpoints.loginUser.path, data, stored: { 'tokri.device': device } });
}

interface NewSession {
  /** Of the endpoint that logs in. */
  path: string;
  data: object;
  /** What else the login page stores. */
  stored: Record<string, string>;
}

/** `startSession` for any login. */
export async function storeSession(page: Page, { path, data, stored }: NewSession): Promise<void> {
  // Any page of the shop has its local storage, and this one loads no scripts.
  await page.goto('/robots.txt');
  const login = await page.request.post(path, { data });
  const { accesstoken, refreshToken } = (await login.json()).data;
  const reading = await page.request.get(endpoints.getUserDetails.path, {
    headers: { Authorization: `Bearer ${accesstoken}` },
  });
  const user = JSON.stringify((await reading.json()).data);
  await page.evaluate(
    (items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    { accesstoken, refreshToken, 'tokri.user': user, ...stored },
  );
}

let registrations = 0;

/** Registers a new account in the form that is open; returns its email address. */
export async function register(page: Page): Promise<string> {
  registrations += 1;
  const email = `shopper${registrations}.${Date.now()}@example.com`;
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  // On the way to an order the password is typed once.
  const confirmation = page.getByLabel('Confirm password');
  if (await confirmation.isVisible()) await confirmation.fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  return email;
}

/** Fills in and saves the add-address dialog that is open. */
export async function submitAddress(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await dialog.getByLabel('Address', { exact: false }).first().fill('12 Lake Road');
  await dialog.getByLabel('City').fill('Pune');
  await dialog.getByLabel('State').fill('Maharashtra');
  await dialog.getByLabel('PIN code').fill('411001');
  await dialog.getByLabel('Country').fill('India');
  await dialog.getByLabel('Mobile').fill('9876543210');
  await dialog.getByRole('button', { name: /Save|Add|Submit/ }).click();
  await expect(dialog).toBeHidden();
}

/** The button of the checkout that orders. */
export const confirmButton = (page: Page) => page.getByRole('button', { name: /^(Place order · |Pay )₹/ });

/** Chooses a payment method at the checkout and confirms the order. */
export async function order(page: Page, method: 'Cash on Delivery' | 'Online Payment'): Promise<void> {
  await page.getByRole('radio', { name: method }).check();
  await confirmButton(page).click();
}

/** The address to which the checkout delivers. */
export const deliveryAddress = (page: Page) => page.getByRole('region', { name: 'Delivery address' });

/** Opens the list of addresses at the checkout and chooses one. */
export async function chooseAddress(page: Page, line: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Change the delivery address' }).click();
  // A tap closes the list.
  await page.getByRole('radio', { name: line }).click();
  await expect(deliveryAddress(page).getByText(line)).toBeVisible();
}

export const productCards = (page: Page | Locator) => page.locator('[data-testid=product-card]');

/** The card that stands for all sizes of a family. */
export const familyCard = (page: Page, { name }: Named) =>
  productCards(page).filter({
    has: page.getByRole('link', { name: new RegExp(`\\d options of ${name}(,|$)`) }),
  });
/** The dialog with the sizes of a family. */
export const sizeChooser = (page: Page, { name }: Named) => page.getByRole('dialog', { name });
export const sizeOf = (page: Page, family: Named, unit: string) =>
  sizeChooser(page, family)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: unit, exact: true }) });

/** Name and card of the first product on the page that is in stock and not in the cart. */
export async function firstBuyable(page: Page): Promise<{ name: string; card: Locator }> {
  const buyable = productCards(page).filter({ has: page.getByRole('button', { name: /^Add / }) });
  const label = await buyable.first().getByRole('button', { name: /^Add / }).getAttribute('aria-label');
  const name = /^Add (.+) to the cart$/.exec(label ?? '')?.[1] ?? '';
  // Found by name: the first buyable card is another one as soon as this product is in the cart.
  const card = productCards(page).filter({
    has: page.getByRole('group', { name: `${name} in cart`, exact: true }),
  });
  return { name, card: card.first() };
}

/** The ADD, + and − buttons and the quantity of a product on a page or in a part of it. */
export function cartControl(parent: Page | Locator, { name }: Named) {
  return {
    add: parent.getByRole('button', { name: `Add ${name} to the cart`, exact: true }),
    more: parent.getByRole('button', { name: `One more ${name}`, exact: true }),
    less: parent.getByRole('button', { name: `One less ${name}`, exact: true }),
    quantity: parent.getByRole('group', { name: `${name} in cart`, exact: true }).getByRole('status'),
  };
}

/** The cart button of the header, or of the bar at the bottom of a phone, by its text. */
export function cartButton(page: Page, text: string | RegExp): Locator {
  return page
    .getByRole('banner')
    .or(page.getByRole('navigation', { name: 'Cart' }))
    .getByRole('link', { name: text });
}

export const toasts = (page: Page) => page.locator('div[aria-live="polite"] > p');

/** Waits for a toast that no call has waited for before: that of the former save may still be shown. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const readNew = () =>
    toasts(page)
      .evaluateAll((elements, wanted) => {
        const textsOf = (toast: Element) =>
          [toast, ...toast.querySelectorAll('*')].map(({ textContent }) => textContent);
        const fresh = elements.filter((toast) => toast.getAttribute('data-seen') !== toast.textContent);
        const found = fresh.find((toast) => textsOf(toast).includes(wanted));
        found?.setAttribute('data-seen', found.textContent);
        return fresh.flatMap(textsOf);
      }, text)
      // The document is being replaced.
      .catch(() => []);
  await expect.poll(readNew, { message: `the toast '${text}'`, intervals: [50] }).toContain(text);
}

/** Delays matching files until `release` is called. */
export async function hold(page: Page, files: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}
