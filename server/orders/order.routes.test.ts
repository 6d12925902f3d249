import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { invoicePath } from '#contract/orders/invoice-file.ts';
import { buildApp } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { storeImage } from '#server/images/image.service.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { createAdmin, createShoppers, type Shopper } from '#tests/fixtures/accounts.ts';
import { imagesInMemory, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { plainImage, readPdfPages } from '#tests/fixtures/files.ts';
import { orderByCard } from '#tests/fixtures/payments.ts';
import { addProduct, changeSettings } from '#tests/fixtures/seed.ts';

// Only in the thread of the server; the one that draws loads the real module.
vi.mock('#server/tax/draw-invoice.ts', () => ({
  drawInvoice: () => Promise.reject(new Error('Drawing blocks the server.')),
}));

const { db } = await openTestDatabase();
const images = imagesInMemory();
const context = testContext(db, { images });
const app = buildApp(context, 'https://shop.example');
const productId = await addProduct(db, { name: 'Red Rice' });
const shoppers = await createShoppers(db, 2);
afterAll(() => app.close());

async function get(userId: string | null, id: string) {
  const session = userId === null ? null : await startSession(testContext(db), userId);
  const headers = session === null ? {} : { authorization: `Bearer ${session.accessToken}` };
  return app.fastify.inject({ method: 'GET', url: `${invoicePath}?_id=${id}`, headers });
}

function both(): [Shopper, Shopper] {
  const [asha, ravi] = shoppers;
  if (asha === undefined || ravi === undefined) throw new Error('The shoppers are missing.');
  return [asha, ravi];
}

test('serves the invoice to its shopper and to admins only', async () => {
  const [asha, ravi] = both();
  await asha.fill({ [productId]: 2 });
  const { _id, orderId } = (await asha.order(await asha.checkout())).data;
  const meera = await createAdmin(db);
  for (const userId of [asha.userId, meera.userId]) {
    const { statusCode, headers, rawPayload } = await get(userId, _id);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="${orderId}.pdf"`,
      'cache-control': 'no-store',
    });
    expect(readPdfPages(rawPayload).join('')).toContain('Red Rice');
  }
  const rejected = await Promise.all([
    get(ravi.userId, _id),
    get(asha.userId, newId()),
    get(null, _id),
    get(asha.userId, ''),
  ]);
  expect(rejected.map(({ statusCode }) => statusCode)).toEqual([404, 404, 401, 400]);
});

test('draws 30 invoices a minute for an account, and others go on', async () => {
  const [asha, ravi] = both();
  const rateLimits = createRateLimits(db);
  const limited = buildApp(testContext(db, { images, rateLimits }), 'https://shop.example');
  onTestFinished(async () => void (await limited.close()));
  const statusOf = async (userId: string) => {
    const { accessToken } = await startSession(testContext(db), userId);
    const headers = { authorization: `Bearer ${accessToken}` };
    const url = `${invoicePath}?_id=${newId()}`;
    return (await limited.fastify.inject({ url, headers })).statusCode;
  };
  for (let count = 0; count < 29; count += 1) await rateLimits.invoice.take(asha.userId);
  expect([await statusOf(asha.userId), await statusOf(asha.userId), await statusOf(ravi.userId)]).toEqual([
    404, 429, 404,
  ]);
});

test('rejects the invoice of an unpaid order with ORDER_STATUS', async () => {
  const [, ravi] = both();
  await ravi.fill({ [productId]: 1 });
  const { order } = await orderByCard(ravi);
  const { statusCode, body } = await get(ravi.userId, order._id);
  expect([statusCode, JSON.parse(body).code]).toEqual([409, 'ORDER_STATUS']);
});

test('serves the invoice and a credit note from the hand-over on, on both papers, to the shopper and admins only', async () => {
  const [asha, ravi] = both();
  const meera = await createAdmin(db);
  const handOver = async (shopper: Shopper) => {
    await shopper.fill({ [productId]: 2 });
    const { _id } = (await shopper.order(await shopper.checkout())).data;
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
      await meera.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
    return _id;
  };
  const [_id, other] = [await handOver(asha), await handOver(ravi)];
  const { totalAmt } = (await meera.call('getRefundable', { _id })).data;
  const lines = [{ position: 0, amount: 10 }];
  await meera.call('refundItems', { _id, totalAmt, lines, to: 'SOURCE', message: 'Torn' });
  const [invoice, note] = (await meera.call('getBoardOrder', { _id })).data.documents;
  if (invoice === undefined || note === undefined) throw new Error('There is no credit note.');
  for (const userId of [asha.userId, meera.userId])
    for (const [document, query, title] of [
      [invoice, '', 'Bill of supply'],
      [invoice, `&document=${invoice._id}&paper=RECEIPT`, 'Bill of supply'],
      [note, `&document=${note._id}`, 'Credit note'],
      [note, `&document=${note._id}&paper=RECEIPT`, 'Credit note'],
    ] as const) {
      const { statusCode, headers, rawPayload } = await get(userId, `${_id}${query}`);
      expect([statusCode, headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="${document.number}.pdf"`,
      ]);
      const text = readPdfPages(rawPayload).join('').replaceAll('\n', ' ');
      expect(text).toContain(title);
      expect(text.replaceAll(' ', '')).toContain(document.number);
    }
  const rejected = await Promise.all([
    get(ravi.userId, `${_id}&document=${invoice._id}`),
    // A document of another order than the one that the shopper may read.
    get(ravi.userId, `${other}&document=${invoice._id}`),
    get(asha.userId, `${_id}&document=${newId()}`),
    get(null, `${_id}&document=${invoice._id}`),
    get(asha.userId, `${_id}&paper=A3`),
    get(asha.userId, `${_id}&document='--`),
  ]);
  expect(rejected.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 401, 400, 400]);
});

test('what was ordered has the logo of the store, and is served without it when the storage of images fails', async () => {
  const [asha] = both();
  await asha.fill({ [productId]: 1 });
  const { _id } = (await asha.order(await asha.checkout())).data;
  const url = await storeImage(context, await plainImage(300, 60).png().toBuffer());
  const branding = { logo: { url, width: 300, height: 60 }, colour: '#7a1fa2' };
  await changeSettings(db, { branding });
  onTestFinished(() => changeSettings(db, { branding: { logo: null, colour: '' } }));
  const draw = async () => {
    const { statusCode, rawPayload } = await get(asha.userId, _id);
    const pdf = rawPayload.toString('latin1');
    expect(readPdfPages(rawPayload).join('')).toContain('Red Rice');
    return { statusCode, logos: pdf.match(/\/Subtype \/Image/g)?.length ?? 0 };
  };
  expect(await draw()).toEqual({ statusCode: 200, logos: 1 });
  const find = vi.spyOn(images, 'find').mockRejectedValue(new Error('The storage of images is down.'));
  expect(await draw()).toEqual({ statusCode: 200, logos: 0 });
  expect(find).toHaveBeenCalled();
  find.mockRestore();
  expect(await draw()).toEqual({ statusCode: 200, logos: 1 });
});
