import type { Page } from '@playwright/test';
import { addCoupon } from '#tests/fixtures/coupons.ts';
import { actionButton, openProducts } from './dashboard.ts';
import { cartControl, confirmButton, hold, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

declare global {
  interface Window {
    /** What a screen reader has announced, in order. */
    heard: string[];
  }
}

/**
 * Records what a screen reader announces of live regions: changes of those that were there before, because text that
 * comes together with its region is not announced, unless that is an alert.
 */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const regions = '[role=status],[role=alert],[aria-live=polite],output';
    window.heard = [];
    const known = new WeakSet<Element>();
    const textOf = (node: Node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
    const say = (node: Node) => {
      const text = textOf(node);
      if (text !== '') window.heard.push(text);
    };
    new MutationObserver((mutations) => {
      const said = new Set<Element>();
      for (const { type, target, addedNodes } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(regions);
        if (region != null && known.has(region)) {
          if (!region.checkVisibility()) continue;
          // A status and an alert are read as a whole.
          if (region.matches('[role],[aria-atomic],output')) said.add(region);
          else for (const node of type === 'characterData' ? [target] : addedNodes) say(node);
          continue;
        }
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const found of [node, ...node.querySelectorAll('[role=alert]')])
            if (found.matches('[role=alert]')) say(found);
        }
      }
      for (const region of said) say(region);
      for (const region of document.querySelectorAll(regions)) known.add(region);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Expects that a screen reader announces exactly these texts after an action. */
async function expectHeard(
  page: Page,
  act: () => Promise<unknown>,
  texts: (string | RegExp)[],
): Promise<void> {
  await page.evaluate(() => {
    window.heard = [];
  });
  await act();
  const expected = texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)));
  await expect.poll(() => page.evaluate(() => window.heard)).toEqual(expected);
}

test('a shopper hears each change of the cart and the coupon once, and what became of the order', async ({
  errors,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(/status of 4/);
  const product = await shop.claimProduct();
  const { code } = await addCoupon(shop.db);
  await shopper.addAddress('12 Lake Road');
  const page = await openPage({ widthPx: 360 });
  await listen(page);
  await startSession(page, shopper);
  await page.goto(product.path);
  const { add, more } = cartControl(page, product);
  await expect(page.locator('body > div[aria-live=polite]')).toBeAttached();
  await expectHeard(page, () => add.click(), ['Item added']);
  await expect(page.getByRole('navigation', { name: 'Cart' })).toMatchAriaSnapshot(`
    - link /1 item/
    - group "${product.name} in cart":
      - button "One less ${product.name}"
      - status: "1"
      - button "One more ${product.name}"
  `);
  await expectHeard(page, () => more.click(), ['2']);

  await page.goto('/cart');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Cart" [level=1]
    - list:
      - listitem:
        - link "${product.name}"
        - group "${product.name} in cart"
    - heading "Bill details" [level=2]
    - term: Grand total
    - definition: ₹200
    - navigation "Cart":
      - button "Proceed"
  `);

  await page.goto('/checkout');
  const field = page.getByRole('textbox', { name: 'Coupon code' });
  await field.fill('nosuchcode');
  await expectHeard(page, () => field.press('Enter'), ['There is no such coupon.']);
  await expect(field).toHaveAccessibleDescription('There is no such coupon.');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(code);
  await expectHeard(page, () => field.press('Enter'), [`${code}: ₹50 off`]);
  await expect(page.getByRole('button', { name: new RegExp(code) })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Checkout" [level=1]
    - region "Delivery address":
      - heading "Deliver to" [level=2]
      - button "Change the delivery address"
    - group "Payment":
      - radio /Online Payment/ [checked]
      - radio /Cash on Delivery/
    - heading "Summary" [level=2]
    - textbox "Coupon code"
    - button "Apply"
    - button "Pay ₹200"
    - heading "Your products" [level=2]
  `);
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await expectHeard(page, () => confirmButton(page).click(), [
    'Thank you',
    /^Order Successfully ?ORD-\w+ is placed\./,
  ]);
});

test('in Hindi a shopper hears in Hindi what the cart does', async ({ openPage, shop }) => {
  const product = await shop.claimProduct();
  const page = await openPage({ widthPx: 360 });
  await listen(page);
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await page.goto(product.path);
  await expect(page.locator('body > div[aria-live=polite]')).toBeAttached();
  const bar = page.getByRole('navigation', { name: 'कार्ट' });
  await expectHeard(page, () => bar.getByRole('button').click(), ['प्रोडक्ट जोड़ा गया']);
  await expect(bar).toMatchAriaSnapshot(`
    - link /1 आइटम/
    - group /${product.name}/:
      - button /${product.name}/
      - status: "1"
      - button /${product.name}/
  `);
});

test('staff hear a new order, each change of its state and how much is picked, once', async ({
  admin,
  openPage,
  shop,
  shopper,
}) => {
  const product = await shop.claimProduct();
  const { orderId } = await shopper.placeOrder([product], 1);
  const page = await openPage();
  await listen(page);
  await startSession(page, admin);
  await page.goto('/dashboard/orders');
  const row = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').filter({ hasText: orderId });
  await expect(row).toMatchAriaSnapshot(`
    - listitem:
      - checkbox "Select ${orderId}"
      - text: Select ${orderId}
      - button /${orderId} New Ravi Menon 1 product/
      - text: /in \\d+ min/
      - button "Start packing ${orderId}"
  `);
  await expect(page.locator('body > div[aria-live=polite]')).toBeAttached();
  await expectHeard(page, () => shopper.placeOrder([product], 1), [/^New order ORD-\w+ by Ravi Menon$/]);
  await expectHeard(page, () => row.getByRole('button', { name: 'Start packing' }).click(), [
    `${orderId} being packed`,
  ]);
  await expect(row.getByRole('button', { name: new RegExp(`^${orderId} Packing`) })).toBeVisible();

  await row.getByRole('button', { name: new RegExp(`^${orderId}`) }).click();
  const drawer = page.getByRole('dialog', { name: orderId });
  await expect(drawer).toMatchAriaSnapshot(`
    - dialog "${orderId}":
      - heading "${orderId}" [level=2]
      - text: Packing
      - button "Close"
      - heading "0 of 1 picked" [level=3]
      - progressbar "Picked"
      - list:
        - listitem:
          - checkbox /1 × ${product.name}/
          - button "Mark ${product.name} as unavailable"
      - heading "Deliver to" [level=3]
      - heading "Payment" [level=3]
      - heading "Invoice" [level=3]
      - heading "History" [level=3]
      - button "Hand over"
  `);
  await expectHeard(page, () => drawer.getByRole('checkbox').check(), ['1 of 1 picked']);
});

test('the form of a product names its fields and errors, and says when the product is saved', async ({
  admin,
  openPage,
  shop,
}) => {
  const product = await shop.claimProduct();
  const page = await openPage();
  await startSession(page, admin);
  await page.goto('/dashboard/upload-product');
  await page.getByRole('button', { name: 'Submit' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Enter a name');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Upload Product" [level=1]
    - textbox "Name" [invalid]
    - combobox "Brand (optional)"
    - combobox "Veg / non-veg"
    - group "Pictures (up to 12)":
      - button "Add pictures"
    - combobox "Category" [invalid]
    - textbox "Price (₹)" [invalid]
    - textbox "Discount (%)" [invalid]
    - status: The price that shoppers pay appears here.
    - button "Submit"
  `);

  await openProducts(page, admin, product.name, 'grid');
  await actionButton(page, 'Edit', product).first().click();
  const form = page.getByRole('dialog', { name: 'Update Product' });
  await expect(form.getByRole('button', { name: 'Enlarge picture 1' })).toBeVisible();
  await form.getByRole('textbox', { name: 'Price (₹)', exact: true }).fill('120');
  await expect(form.getByRole('status').filter({ hasText: 'Shoppers pay' })).toHaveText(/₹120/);
  await form.getByRole('button', { name: 'Update Product' }).click();
  const saved = page.getByRole('dialog', { name: 'Product updated' });
  await expect(saved).toMatchAriaSnapshot(`
    - heading "Product updated" [level=2]
    - button "Close"
    - text: ${product.name}
    - button "OK"
  `);
  await expect(saved.getByRole('button', { name: 'OK', exact: true })).toBeFocused();
});

test('a person hears whether the link of an email works, without the button below', async ({
  errors,
  page,
}) => {
  errors.allow(/status of 4/);
  await listen(page);
  const answer = await hold(page, /api\/user\/verify-email$/);
  await page.goto('/verify-email?code=expired');
  await expectHeard(page, async () => answer(), [/^This link has expired.*email again\.$/]);
});
