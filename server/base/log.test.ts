import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

/** What the log writes at its most talkative. */
function written(facts: object): string {
  const destination = new PassThrough();
  createLog('trace', destination).error(facts, 'A request failed');
  return String(destination.read());
}

const hash = '$argon2id$v=19$m=65536$c2FsdA$aGFzaA';
const fromDatabase = () =>
  Object.assign(new Error('duplicate key value violates unique constraint "account_email"'), {
    code: '23505',
    detail: `Key (email)=(asha@example.com, ${hash}) already exists.`,
    where: `unnamed portal parameter $1 = '${hash}'`,
    query: `insert into account values ('${hash}')`,
    parameters: [hash],
    args: [hash],
  });

test('what PostgreSQL puts into its errors is not written, but which error it was', () => {
  const line = written({ err: fromDatabase() });
  expect(line).not.toContain('argon2id');
  expect(line).not.toContain('asha@example.com');
  expect(JSON.parse(line)).toMatchObject({ msg: 'A request failed', err: { code: '23505' } });
});

test('neither is it when another error tells why it came about', () => {
  const err = new Error('The order could not be written', { cause: fromDatabase() });
  const line = written({ err });
  expect(line).not.toContain('argon2id');
  expect(line).toContain('account_email');
});

test('an email address in an error is written without its local part, also in the cause and the stack', () => {
  const cause = new Error('550 5.1.1 <asha.devi+milk@mail.example>: Recipient unknown');
  const line = written({ err: new Error('Rejected the email to अशा@example.com: gone', { cause }) });
  expect(line).not.toMatch(/asha|अशा/);
  expect(JSON.parse(line).err.message).toContain('Rejected the email to …@example.com: gone');
  expect(line).toContain('<…@mail.example>: Recipient unknown');
});

test('a line break in a logged value starts no line', () => {
  const forged = 'x\r\n{"level":30,"msg":"Logged in"}\u2028';
  const line = written({ userAgent: forged, err: new Error(forged) });
  expect(line.match(/[\r\n]/g)).toEqual(['\n']);
  expect(JSON.parse(line).userAgent).toBe(forged);
});

test('tokens in headers are not written', () => {
  const headers = { authorization: 'Bearer eyJhbGciOi', host: 'shop.example' };
  expect(written({ headers, req: { headers } })).not.toContain('eyJhbGciOi');
});
