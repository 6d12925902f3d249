import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { response } from '#contract/base/fields.ts';
import { openSession } from '#tests/fixtures/accounts.ts';
import { catchAppError, namedEndpoints, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addShopper } from '#tests/fixtures/seed.ts';
import { parseInput, route } from './route.ts';

const { db } = await openTestDatabase();

const operation = {
  method: 'GET',
  path: '/api/category/get',
  summary: 'An endpoint of this test.',
  input: z.object({ secret: z.string() }),
  output: response(z.string().nullable()),
} as const;

const forStaff = route(
  defineEndpoint({ ...operation, audience: 'staff', permissions: ['refund'] }),
  async ({ caller }) => ({
    message: '',
    data: caller.userId,
  }),
);
const forAnyone = route(defineEndpoint({ ...operation, audience: 'anyone' }), async ({ caller }) => ({
  message: '',
  data: caller?.userId ?? null,
}));

async function logIn(role: 'USER' | 'ADMIN') {
  const id = await addShopper(db);
  if (role === 'ADMIN') await db.query(sql`update account set role = 'ADMIN' where id = ${id}`);
  const context = testContext(db);
  const { accessToken } = await openSession(db, id);
  const caller = await context.tokens.verify(accessToken);
  if (caller === null) throw new Error('The token of a new session is invalid.');
  return { id, context: { ...context, caller } };
}

type LoggedIn = Awaited<ReturnType<typeof logIn>>;
const input = { secret: 'x' };
const ask = ({ context }: Pick<LoggedIn, 'context'>) => runCall([forStaff], 'listCategories', context, input);
const codeOf = async (who: Pick<LoggedIn, 'context'>) => (await catchAppError(ask(who))).code;

test('rejects other callers before validating the input', async () => {
  const anonymous = forStaff.handle(testContext(db), { secret: 7 });
  expect((await catchAppError(anonymous)).code).toBe('UNAUTHENTICATED');
  const { context } = await logIn('USER');
  expect((await catchAppError(forStaff.handle(context, { secret: 7 }))).code).toBe('FORBIDDEN');
});

test('an endpoint of the staff without a permission does not compile', () => {
  const staff = { ...operation, audience: 'staff' } as const;
  // @ts-expect-error -- It names none.
  expect(defineEndpoint(staff)).toBeDefined();
  // @ts-expect-error -- It names none.
  expect(defineEndpoint({ ...staff, permissions: [] })).toBeDefined();
  // @ts-expect-error -- There is no such permission.
  expect(defineEndpoint({ ...staff, permissions: ['everything'] })).toBeDefined();
  // @ts-expect-error -- Everyone has it.
  expect(defineEndpoint({ ...operation, audience: 'anyone', permissions: ['refund'] })).toBeDefined();
});

test('applies a demotion or promotion to the next request', async () => {
  const [admin] = [await logIn('ADMIN'), await logIn('ADMIN')];
  await db.query(sql`update account set role = 'USER' where id = ${admin.id}`);
  expect(await codeOf(admin)).toBe('FORBIDDEN');
  await db.query(sql`update account set role = 'ADMIN' where id = ${admin.id}`);
  await ask(admin);
});

test('rejects a suspended admin without a notification', async () => {
  const admin = await logIn('ADMIN');
  await db.query(sql`update account set status = 'Suspended' where id = ${admin.id}`);
  expect(await codeOf(admin)).toBe('ACCOUNT_SUSPENDED');
  await db.query(sql`update account set status = 'Active' where id = ${admin.id}`);
  expect(await codeOf(admin)).toBe('UNAUTHENTICATED');
});

test('rejects an admin with a revoked session without a notification', async () => {
  const admin = await logIn('ADMIN');
  await db.query(sql`update session set revoked_at = now() where id = ${admin.context.caller.sessionId}`);
  expect(await codeOf(admin)).toBe('UNAUTHENTICATED');
});

test('rejects the session of another account', async () => {
  const [admin, shopper] = [await logIn('ADMIN'), await logIn('USER')];
  const caller = { userId: admin.id, sessionId: shopper.context.caller.sessionId };
  expect(await codeOf({ context: { ...admin.context, caller } })).toBe('UNAUTHENTICATED');
});

test('treats the caller of a revoked session as anonymous at a public endpoint', async () => {
  const shopper = await logIn('USER');
  const askAsAnyone = () => runCall([forAnyone], 'listCategories', shopper.context, input);
  expect((await askAsAnyone()).data).toBe(shopper.id);
  shopper.context.revokedSessions.add([shopper.context.caller.sessionId], 'suspended');
  expect((await askAsAnyone()).data).toBeNull();
});

test('every array of an input has a maximum length', () => {
  const unlimited = namedEndpoints.flatMap(({ name, input }) => {
    const text = JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
    return (text.match(/"type":"array"/g) ?? []).length === (text.match(/"maxItems":\d/g) ?? []).length
      ? []
      : [name];
  });
  expect(unlimited).toEqual([]);
});

test('checks the length of an array before its elements, also inside of others', () => {
  let checked = 0;
  const element = z.unknown().refine(() => {
    checked += 1;
    return false;
  });
  const inner = z.array(element).max(3, 'At most 3');
  const schema = z.object({
    flat: inner.optional(),
    nested: z
      .array(z.strictObject({ inner: inner.nullable() }))
      .max(2)
      .default([]),
  });
  const issuesOf = (input: unknown) => {
    try {
      parseInput(schema, input);
    } catch (error) {
      if (error instanceof AppError) return error.issues?.map(({ path, message }) => `${path}: ${message}`);
    }
    return null;
  };
  const many = Array.from({ length: 30_000 }, () => ({}));
  expect(issuesOf({ flat: many })).toEqual(['flat: At most 3']);
  expect(issuesOf({ nested: [{ inner: null }, { inner: many }] })).toEqual(['nested.1.inner: At most 3']);
  expect(checked).toBe(0);
  expect(issuesOf({ flat: [1, 2] })).toHaveLength(2);
  expect(checked).toBe(2);
});

test('reports 20 issues at most, with short messages', () => {
  const fields = Array.from({ length: 50 }, (_field, index) => [`field${index}`, z.string()]);
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_key, index) => [`key${index}`, 1]));
  const issuesOf = (schema: z.ZodType, input: unknown) => {
    try {
      parseInput(schema, input);
    } catch (error) {
      if (error instanceof AppError) return error.issues ?? [];
    }
    return [];
  };
  expect(issuesOf(z.object(Object.fromEntries(fields)), {})).toHaveLength(20);
  const [issue] = issuesOf(z.strictObject({}), unknown);
  expect(issue?.message).toMatch(/^Unrecognized/);
  expect(issue?.message.length).toBeLessThanOrEqual(200);
});
