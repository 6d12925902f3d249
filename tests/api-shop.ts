import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { type CallName, endpointOf } from '#contract/paths.ts';
import { buildApp } from '#server/app.ts';
import type { CallContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { tokenSigner } from '#server/features/session/access-token.ts';
import { followSessions } from '#server/features/session/follow-sessions.ts';
import { startSession } from '#server/features/session/session.service.ts';
import { hashPassword } from '#server/features/user/password.ts';
import { testPassword } from './accounts.ts';
import { testContext } from './context.ts';
import { createTestDatabase } from './database.ts';
import { addAddress, addCategory, addPicture, addProduct, addSubCategory } from './shop.ts';

/** Signs the access tokens of the shop that `openApiShop` opens. */
export const apiShopSecret = 'the secret of the shop whose API is tested';

/** An account with a cart, an address, an order and two devices, and the tokens of one of these. */
export interface Account {
  id: string;
  email: string;
  accessToken: string;
  refreshToken: string;
  sessionId: string;
  otherSessionId: string;
  addressId: string;
  lineId: string;
  orderId: string;
}

/** A shop of its own with one product, whose every call is answered over HTTP. To be closed after the tests of a file. */
export interface ApiShop {
  context: CallContext;
  productId: string;
  categoryId: string;
  subCategoryId: string;
  /** The address of a picture that the shop has. */
  pictureUrl: string;
  openAccount(role?: 'USER' | 'ADMIN'): Promise<Account>;
  /** Suspends an account, and waits until the shop has heard of it. */
  suspend(account: Account): Promise<void>;
  /** Makes a call: its input goes as JSON, or for an upload as a form with a small file. */
  send(name: CallName, input: unknown, bearer: string | null): Promise<ApiAnswer>;
  close(): Promise<void>;
}

interface ApiAnswer {
  status: number;
  text: string;
  code: string | undefined;
  data: Record<string, string>;
}

export async function openApiShop(): Promise<ApiShop> {
  const database = await createTestDatabase();
  const { sql } = database;
  const context = testContext(sql, { tokens: tokenSigner(apiShopSecret) });
  const following = await followSessions(sql, context.endedSessions, pino({ level: 'silent' }));
  const app = buildApp(context, 'http://localhost:3000').fastify;
  const [passwordHash, picture] = [await hashPassword(testPassword), await drawPicture()];
  const pictureUrl = await addPicture(sql);
  const productId = await addProduct(sql, { pricePaise: 10_000, stock: 10_000 });
  const [categoryId, subCategoryId] = [await addCategory(sql), await addSubCategory(sql)];
  await sql`insert into product_category values (${productId}, ${categoryId})`;

  const send = (name: CallName, input: unknown, bearer: string | null) =>
    request(app, name, bodyOf(name, input, picture), bearer);

  async function openSession(userId: string) {
    const tokens = await startSession(context, userId);
    const caller = await context.tokens.verify(tokens.accessToken);
    if (caller === null) throw new Error('The token of a new session does not work.');
    return { ...tokens, sessionId: caller.sessionId };
  }

  async function openAccount(role: 'USER' | 'ADMIN' = 'USER'): Promise<Account> {
    const id = newId();
    const email = `${id.toLowerCase()}@example.com`;
    await sql`
      insert into account (id, name, email, password_hash, role)
      values (${id}, 'Asha', ${email}, ${passwordHash}, ${role})`;
    const session = await openSession(id);
    const { sessionId: otherSessionId } = await openSession(id);
    const addressId = await addAddress(sql, id);
    await send('createCartLine', { productId }, session.accessToken);
    const figures = { subTotalAmt: 100, totalAmt: 100 };
    const list_items = [{ productId, quantity: 1 }];
    const order = await send('placeCashOrder', { list_items, addressId, ...figures }, session.accessToken);
    const line = await send('createCartLine', { productId }, session.accessToken);
    return {
      id,
      email,
      ...session,
      otherSessionId,
      addressId,
      lineId: line.data._id ?? '',
      orderId: order.data._id ?? '',
    };
  }

  return {
    ...{ context, productId, categoryId, subCategoryId, pictureUrl, openAccount, send },
    async suspend({ id, sessionId }) {
      await sql`update account set status = 'Suspended' where id = ${id}`;
      await vi.waitFor(() => expect(context.endedSessions.endingOf(sessionId)).toBe('suspended'));
    },
    async close() {
      await app.close();
      await following.stop();
      await database.drop();
    },
  };
}

function drawPicture(): Promise<Buffer> {
  const create = { width: 8, height: 8, channels: 3 as const, background: 'green' };
  return sharp({ create }).png().toBuffer();
}

type Sent = Pick<InjectOptions, 'payload' | 'headers' | 'query'>;

function bodyOf(name: CallName, input: unknown, picture: Buffer): Sent {
  if (endpointOf(name).method === 'GET') return { query: queryOf(input) };
  const { upload } = { upload: undefined, ...calls[name] };
  if (upload === undefined)
    return { payload: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  const disposition = `Content-Disposition: form-data; name="${upload}"; filename="me.png"`;
  const head = `--x\r\n${disposition}\r\nContent-Type: image/png\r\n\r\n`;
  // What is not a picture is a list of products.
  const file = upload === 'file' ? Buffer.from('id,name\n') : picture;
  return {
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
}

function queryOf(input: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(input ?? {}).map(([field, value]) => [field, String(value)]));
}

async function request(
  app: FastifyInstance,
  name: CallName,
  { payload, headers, query }: Sent,
  bearer: string | null,
): Promise<ApiAnswer> {
  const { method, path } = endpointOf(name);
  const response = await app.inject({
    method,
    url: path,
    ...(payload !== undefined && { payload }),
    ...(query !== undefined && { query }),
    headers: { ...headers, ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
  });
  const { code, data } = response.json();
  return { status: response.statusCode, text: response.body, code, data };
}
