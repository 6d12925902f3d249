import sharp from 'sharp';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { problemReportDays } from '#contract/base/durations.ts';
import { problemPhotoPath } from '#contract/problems/refundable.ts';
import { apiRoutes, buildApp } from '#server/app/app.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { createTokenSigner } from '#server/sessions/access-token.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall, testContext, testShop } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { addProduct, deliverOrder } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const milk = await addProduct(db, { name: 'Milk', pricePaise: 10_000, stock: 1000 });
const bread = await addProduct(db, { name: 'Bread', pricePaise: 3050, stock: 1000 });
const photo = plainImage(3000, 2000)
  .withExif({ IFD0: { Artist: 'Asha Rao' } })
  .jpeg();
const jpeg = Buffer.from(await bytesOf(photo)).toString('base64');

interface Delivered {
  asha: Shopper;
  _id: string;
}

/** An order of two milk for ₹100 each and bread for ₹30.50, delivered. */
async function delivered(): Promise<Delivered> {
  const asha = await createShopper(db);
  await asha.fill({
    [milk]: 2,
    [bread]: 1,
  });
  const { data } = await asha.order(await asha.checkout());
  await deliverOrder(db, data._id);
  return { asha, _id: data._id };
}

const torn = { position: 0, quantity: 1, kind: 'DAMAGED' };
const report = ({ asha, _id }: Delivered, given: object = {}, context = asha.context) =>
  runCall(apiRoutes, 'reportProblem', context, { _id, lines: [torn], note: 'It leaks', ...given });
const problemsOf = async ({ asha, _id }: Delivered) =>
  (await runCall(apiRoutes, 'listOrderProblems', asha.context, { _id })).data;
const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;
const openProblems = async () => (await meera.call('listProblems', { limit: 100 })).data;

describe('a problem of a delivered order', () => {
  test('is reported with its items, note and photo, and listed for the shopper and the staff', async () => {
    const order = await delivered();
    const { data, status } = await report(order, { photo: jpeg });
    expect(status).toBe(201);
    expect(data).toMatchObject({ note: 'It leaks', hasPhoto: true, decision: null });
    expect(data.lines).toEqual([{ ...torn, name: 'Milk', nameHindi: '', unit: '1 kg' }]);
    expect(await problemsOf(order)).toEqual([data]);
    const listed = (await openProblems()).find(({ _id }) => _id === data._id);
    expect(listed).toMatchObject({ ...data, order: { _id: order._id, totalAmt: 230.5 }, decidedBy: null });
  });

  test('is reported once by many taps, and again after it is decided', async () => {
    const order = await delivered();
    expect(await countOutcomes(Array.from({ length: 6 }, () => report(order)))).toEqual({
      ...{ 201: 1, '409 PROBLEM_OPEN': 5 },
    });
    const [problem] = await problemsOf(order);
    const countOpen = async () => (await meera.call('getDashboard')).data.openProblems;
    const open = await countOpen();
    await meera.call('declineProblem', { _id: problem?._id, message: 'It was sealed.' });
    expect(await countOpen()).toBe(open - 1);
    await report(order, { lines: [{ position: 1, quantity: 1, kind: 'MISSING' }] });
    expect(await problemsOf(order)).toHaveLength(2);
  });

  test('is refused before the delivery, after the time for it, and by anyone else', async () => {
    const order = await delivered();
    const other = await delivered();
    expect(await codeOf(report({ ...order, asha: other.asha }))).toBe('NOT_FOUND');
    await order.asha.fill({ [await addProduct(db)]: 1 });
    const { data: open } = await order.asha.order(await order.asha.checkout());
    expect(await codeOf(report({ ...order, _id: open._id }))).toBe('ORDER_STATUS');
    const later = new Date(Date.now() + problemReportDays * 24 * 60 * 60_000 + 60_000);
    const late = { ...order.asha.context, now: () => later };
    expect(await codeOf(report(order, {}, late))).toBe('REPORT_OVER');
  });

  test.each([
    ['an item that the order does not have', { lines: [{ ...torn, position: 7 }] }],
    ['more pieces than were delivered', { lines: [{ ...torn, quantity: 3 }] }],
    ['no item', { lines: [] }],
    ['an item twice', { lines: [torn, torn] }],
    ['an unknown kind', { lines: [{ ...torn, kind: 'LATE' }] }],
    ['what is no base64', { photo: '<svg>' }],
  ])('is refused with %s', async (_name, given) => {
    const order = await delivered();
    expect(await codeOf(report(order, given))).toBe('INVALID_INPUT');
    expect(await problemsOf(order)).toEqual([]);
  });

  test('is refused with an item that was unavailable', async () => {
    const asha = await createShopper(db);
    await asha.fill({ [await addProduct(db)]: 1, [await addProduct(db)]: 1 });
    const { data } = await asha.order(await asha.checkout());
    await meera.call('markLineUnavailable', { _id: data._id, position: 0 });
    await deliverOrder(db, data._id);
    expect(await codeOf(report({ asha, _id: data._id }))).toBe('INVALID_INPUT');
  });

  test.each([
    ['a text', Buffer.from('<svg onload="alert(1)">')],
    ['half of an image', () => Buffer.from(jpeg, 'base64').subarray(0, 900)],
    ['an image of too many pixels', () => plainImage(5000, 4000).png().toBuffer()],
  ])('is refused with %s as its photo', async (_name, bytes) => {
    const order = await delivered();
    const photo = (await (typeof bytes === 'function' ? bytes() : bytes)).toString('base64');
    expect(await codeOf(report(order, { photo }))).toBe('UNSUPPORTED_MEDIA');
    expect(await problemsOf(order)).toEqual([]);
  });

  test('is refused when the account has reported too many', async () => {
    const order = await delivered();
    const rateLimits = createRateLimits(db);
    const context = { ...order.asha.context, rateLimits };
    const reports = Array.from({ length: 25 }, () => report(order, {}, context));
    expect(await countOutcomes(reports)).toEqual({
      201: 1,
      '409 PROBLEM_OPEN': 19,
      '429 TOO_MANY_REQUESTS': 5,
    });
  });

  test('is declined once, with a message that the shopper reads on the order and in an email', async () => {
    const order = await delivered();
    const email = `${order.asha.userId.toLowerCase()}@example.com`;
    await db.query(
      sql`update account set email = ${email}, verify_email = true where id = ${order.asha.userId}`,
    );
    const { data } = await report(order);
    const decline = () => meera.call('declineProblem', { _id: data._id, message: 'It was sealed.' });
    expect(await countOutcomes([decline(), decline(), decline()])).toEqual({
      200: 1,
      '409 CHANGED_MEANWHILE': 2,
    });
    const [problem] = await problemsOf(order);
    expect(problem?.decision).toMatchObject({ message: 'It was sealed.', refundedAmt: 0, to: null });
    const emails = await listEmailsTo(db, email);
    expect(emails.filter(({ kind }) => kind === 'order-problem')).toMatchObject([
      { message: 'It was sealed.', refundedTo: null },
    ]);
    expect(await openProblems()).not.toContainEqual(expect.objectContaining({ _id: data._id }));
  });

  test('cannot be deleted or decided again, not even in the database', async () => {
    const order = await delivered();
    const { data } = await report(order);
    await meera.call('declineProblem', { _id: data._id, message: 'It was sealed.' });
    const change = db.query(sql`update problem_report set message = 'Yes' where id = ${data._id}`);
    await expect(change).rejects.toThrow('cannot be changed');
    const removal = db.query(sql`delete from problem_report where id = ${data._id}`);
    await expect(removal).rejects.toThrow('cannot be changed');
  });
});

describe('the photo of a problem', () => {
  test('is a small WebP without metadata, for its shopper and the staff only', async () => {
    const secret = 'a secret of at least thirty-two characters';
    const tokens = createTokenSigner(secret);
    const context = testContext(db, { tokens });
    const { fastify } = buildApp(context, testShop.url);
    const order = await delivered();
    const stranger = await createShopper(db);
    const { data } = await report(order, { photo: jpeg });
    const get = async (userId: string | null) => {
      const token = userId === null ? null : (await startSession(context, userId)).accessToken;
      return fastify.inject({
        url: `${problemPhotoPath}?_id=${data._id}`,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      });
    };
    expect((await get(null)).statusCode).toBe(401);
    expect((await get(stranger.userId)).statusCode).toBe(404);
    expect((await get(meera.userId)).statusCode).toBe(200);
    const photo = await get(order.asha.userId);
    expect(photo.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
    const { format, width, exif } = await sharp(photo.rawPayload).metadata();
    expect({ format, width, exif }).toEqual({ format: 'webp', width: 1080, exif: undefined });
    await fastify.close();
  });
});
