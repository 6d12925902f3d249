import { chromium, type Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { toRupees } from '#contract/base/money.ts';
import { toCheckDigit } from '#contract/products/barcode.ts';
import { Database } from '#server/database/connect.ts';
import { launchOptions } from '#tests/fixtures/browser.ts';
import { percentile } from './load.ts';
import { openThrottled } from './phone.ts';
import { allProducts } from './reads.ts';
import { deliveryAddress, openAccount, openClient, priceProducts } from './shoppers.ts';

const products = 20;

declare global {
  interface Window {
    scanned: { enteredAt: number; delaysMs: number[] };
  }
}

/** Runs in the page: measures from the end of each scan until the next product is painted. */
function observe(): void {
  const nameOf = () => document.querySelector('h2')?.textContent ?? '';
  window.scanned = { enteredAt: 0, delaysMs: [] };
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Enter') return;
      const before = nameOf();
      const enteredAt = performance.now();
      const look = () => {
        if (nameOf() === before) requestAnimationFrame(look);
        else window.scanned.delaysMs.push(performance.now() - enteredAt);
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}

/**
 * A picker on the slow phone of `phone` scans an order of many products with a keyboard scanner. Prints how soon the
 * next product is shown after each scan.
 */
export async function printPick(shopUrl: string, databaseUrl: string): Promise<void> {
  const token = await openAccount(shopUrl);
  const { barcodes, userId } = await placeOrder(shopUrl, databaseUrl, token);
  const client = openClient(shopUrl, token);
  const { data: user } = await client.mustSend('getUserDetails', {});
  client.close();
  const browser = await chromium.launch(await launchOptions());
  try {
    const { page } = await openThrottled(browser, false);
    await page.addInitScript(observe);
    await page.goto(`${shopUrl}/robots.txt`);
    await page.evaluate(
      (items) => {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      },
      { accesstoken: token, refreshToken: userId, 'tokri.user': JSON.stringify(user) },
    );
    await page.goto(`${shopUrl}/staff/pick`);
    await page.getByRole('button', { name: /^Pick the next/ }).click();
    const delays = (await scanAll(page, barcodes)).toSorted((one, other) => one - other);
    process.stdout.write(
      `\nPicker on the slow phone: next product after a scan, ${delays.length} scans: median ${percentile(delays, 0.5).toFixed(0)} ms, p90 ${percentile(delays, 0.9).toFixed(0)} ms, longest ${percentile(delays, 1).toFixed(0)} ms\n`,
    );
  } finally {
    await browser.close();
  }
}

async function scanAll(page: Page, barcodes: ReadonlyMap<string, string>): Promise<number[]> {
  for (let scanned = 0; scanned < barcodes.size - 1; scanned += 1) {
    const name = (await page.locator('h2').first().textContent()) ?? '';
    await page.keyboard.type(barcodes.get(name) ?? '');
    await page.keyboard.press('Enter');
    await page.waitForFunction((count) => window.scanned.delaysMs.length > count, scanned);
  }
  return page.evaluate(() => window.scanned.delaysMs);
}

/** An order of the account, which may pick; the barcodes of its products by name. */
async function placeOrder(shopUrl: string, databaseUrl: string, token: string) {
  const client = openClient(shopUrl, token);
  const db = new Database({ connectionString: databaseUrl, max: 1 });
  try {
    const { data: user } = await client.mustSend('getUserDetails', {});
    const chosen = (await allProducts(shopUrl)).filter(({ stock }) => stock > 0).slice(0, products);
    const barcodes = new Map<string, string>();
    for (const [index, { _id, name }] of chosen.entries()) {
      const digits = `89${String(index).padStart(10, '0')}`;
      const barcode = digits + toCheckDigit(digits);
      barcodes.set(name, barcode);
      await client.mustSend('createCartLine', { productId: _id });
      await db.query(sql`update product set barcode = ${barcode} where id = ${_id}`);
    }
    await db.query(
      sql`insert into staff_role (account_id, store_id, role) values (${user._id}, 'main', 'picker')`,
    );
    const { data: address } = await client.mustSend('createAddress', deliveryAddress);
    const bill = priceProducts(chosen, 1);
    await client.mustSend('placeCashOrder', {
      list_items: chosen.map(({ _id: productId }) => ({ productId, quantity: 1 })),
      addressId: address._id,
      subTotalAmt: toRupees(bill.subTotalPaise),
      totalAmt: toRupees(bill.totalPaise),
    });
    return { barcodes, userId: user._id };
  } finally {
    client.close();
    await db.close();
  }
}
