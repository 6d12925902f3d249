import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#tests/fixtures/processes.ts';
import { openSmtpServer, type TestSmtpServer } from '#tests/fixtures/servers/smtp.ts';
import {
  type EmailMessage,
  type EmailProvider,
  EmailRejectedError,
  outboxEmailProvider,
} from './email-provider.ts';
import { smtpEmailProvider } from './smtp-email.ts';

const mail: EmailMessage = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  date: new Date('2026-11-21T09:30:00.500Z'),
  from: { name: 'Tokri & Co.', address: 'hello@tokri.example' },
  to: { name: 'Asha Rao', address: 'asha@example.com' },
  subject: 'आपका कोड 123456 ₹',
  text: 'Your code is 123456.\n\nHello,\n.\nₑnd',
  html: '<p>Your code is <b>123456</b>. ₹</p>',
};

let folder: string;
let server: TestSmtpServer;
let logged: string[];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tokri-mail-')), 'outbox');
  server = await openSmtpServer();
  logged = [];
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const openOutbox = (logsText = false) =>
  outboxEmailProvider({ folder, log: { info: (line: string) => logged.push(line) }, logsText });
const emlFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.eml'));

const drivers: { name: string; open: () => EmailProvider; arrived: () => Promise<Email[]> }[] = [
  {
    name: 'an SMTP server',
    open: () => smtpEmailProvider({ url: server.url }),
    arrived: async () => server.mails.map(({ parsed }) => parsed),
  },
  {
    name: 'the outbox',
    open: () => openOutbox(),
    arrived: async () =>
      Promise.all(
        (await emlFiles()).map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
      ),
  },
];

// One suite judges every driver.
describe.each(drivers)('a mail by $name', ({ open, arrived }) => {
  test('arrives with text, HTML, sender and recipient, and marks itself as automatic', async () => {
    await open().send(mail);
    const [email, ...more] = await arrived();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      from: { name: 'Tokri & Co.', address: 'hello@tokri.example' },
      to: [{ name: 'Asha Rao', address: 'asha@example.com' }],
      subject: mail.subject,
      messageId: '<0f8fad5b-d9cb-469f-a165-70867728950e@tokri.example>',
      date: '2026-11-21T09:30:00.000Z',
    });
    expect(email?.text?.trimEnd()).toBe(mail.text);
    expect(email?.html?.trimEnd()).toBe(mail.html);
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  test.each([
    '\r\nBcc: thief@example.com',
    '\nBcc: thief@example.com\n\n<p>body',
    '\u2028Bcc: thief@example.com',
    '", <thief@example.com> "',
  ])('keeps %j in a name and a subject where it is', async (hostile) => {
    const to = { name: `Asha${hostile}`, address: mail.to.address };
    await open().send({ ...mail, to, subject: `Hello${hostile}` });
    const [email, ...more] = await arrived();
    expect(more).toEqual([]);
    expect(email?.to?.map(({ address }) => address)).toEqual(['asha@example.com']);
    expect(email?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(email?.text?.trimEnd()).toBe(mail.text);
  });

  test.each([
    'asha@example.com, thief@example.com',
    'asha@example.com\r\nRCPT TO:<thief@example.com>',
    'Asha <asha@example.com>',
    'asha@example.com>',
    'asha',
    '',
  ])('is refused for good when the address is %j', async (address) => {
    await expect(open().send({ ...mail, to: { name: '', address } })).rejects.toThrow(EmailRejectedError);
    expect(await arrived().catch(() => [])).toEqual([]);
  });
});

test('the outbox holds a mail that is sent twice once, and only its owner can read it', async () => {
  await openOutbox().send(mail);
  await openOutbox().send(mail);
  expect(await readdir(folder)).toEqual([
    '2026-11-21T09-30-00.500Z-0f8fad5b-d9cb-469f-a165-70867728950e.eml',
  ]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of await emlFiles()) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test('the log names the file of an email in the outbox, and has its first line in development only', async () => {
  const file = join(folder, '2026-11-21T09-30-00.500Z-0f8fad5b-d9cb-469f-a165-70867728950e.eml');
  await openOutbox().send(mail);
  expect(logged).toEqual([`No mail server: wrote an email to ${file}`]);
  logged = [];
  await openOutbox(true).send(mail);
  expect(logged).toEqual([
    `No mail server: wrote an email to ${file}`,
    'Mail to asha@example.com: Your code is 123456.',
  ]);
});

test('the SMTP server gets exactly one recipient, and the shop as the sender', async () => {
  await smtpEmailProvider({ url: server.url }).send(mail);
  expect(server.mails).toMatchObject([{ from: 'hello@tokri.example', to: ['asha@example.com'] }]);
});

test.each([
  ['recipient', 550],
  ['recipient', 554],
  ['content', 552],
] as const)('a %s that is refused with %i is refused for good', async (stage, code) => {
  server.refusals.set(stage, code);
  await expect(smtpEmailProvider({ url: server.url }).send(mail)).rejects.toThrow(EmailRejectedError);
});

test.each([
  ['recipient', 450],
  ['recipient', 530],
  ['content', 451],
  // The operator can mend it while the mail waits.
  ['sender', 553],
] as const)('a %s that is refused with %i may be tried again', async (stage, code) => {
  server.refusals.set(stage, code);
  const error = await smtpEmailProvider({ url: server.url })
    .send(mail)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(EmailRejectedError);
  server.refusals.clear();
  await smtpEmailProvider({ url: server.url }).send(mail);
  expect(server.mails).toHaveLength(1);
});

test('a server that is away may be tried again', async () => {
  const error = await smtpEmailProvider({ url: `smtp://127.0.0.1:${await freePort()}` })
    .send(mail)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') });
  expect(error).not.toBeInstanceOf(EmailRejectedError);
});

test('a send that is given up leaves the server', async () => {
  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  server.beforeTaking = () => {
    reached.resolve();
    return release.promise;
  };
  const giveUp = new AbortController();
  const sending = smtpEmailProvider({ url: server.url }).send(mail, giveUp.signal);
  await reached.promise;
  giveUp.abort();
  await expect(sending).rejects.toThrow();
  release.resolve();
});

test('user and password of the address are used, also with special characters, and a wrong one may be mended', async () => {
  const guarded = await openSmtpServer({ user: { name: 'shop', password: 'p@ss:w/rd %' } });
  await smtpEmailProvider({ url: guarded.url }).send(mail);
  expect(guarded.mails).toHaveLength(1);
  const wrong = await smtpEmailProvider({ url: `smtp://shop:wrong@127.0.0.1:${guarded.port}` })
    .send(mail)
    .catch((thrown: unknown) => thrown);
  expect(wrong).toMatchObject({ code: 'EAUTH' });
  expect(wrong).not.toBeInstanceOf(EmailRejectedError);
  await guarded.close();
});

test('a password goes over no network without TLS, unless the address says so', async () => {
  const guarded = await openSmtpServer({ user: { name: 'shop', password: 'secret' } });
  // The same machine, in an unusual notation.
  const url = guarded.url.replace('127.0.0.1', '127.1');
  await expect(smtpEmailProvider({ url }).send(mail)).rejects.toThrow('STARTTLS');
  expect(guarded.mails).toEqual([]);
  await smtpEmailProvider({ url: `${url}?ignoreTLS=true` }).send(mail);
  expect(guarded.mails).toHaveLength(1);
  await guarded.close();
});

test('a server on this machine may use a certificate that it has signed itself; another machine may not', async () => {
  const own = await openSmtpServer({ hasOwnCertificate: true });
  const provider = smtpEmailProvider({ url: own.url });
  await provider.verify();
  await provider.send(mail);
  expect([own.mails.length, own.isEncrypted]).toEqual([1, true]);
  // The same server: by an address that counts as another machine, and with the check demanded.
  const elsewhere = own.url.replace('127.0.0.1', '127.1');
  for (const url of [elsewhere, `${own.url}?tls.rejectUnauthorized=true`])
    await expect(smtpEmailProvider({ url }).verify()).rejects.toThrow('certificate');
  await own.close();
});

test.each([
  ['smtp://127.0.0.1', 25],
  ['smtp://localhost', 25],
  ['smtp://[::1]', 25],
  ['smtps://127.0.0.1', 465],
  ['smtp://127.1', 587],
])('%s is a server on port %i', async (url, port) => {
  const reason = await smtpEmailProvider({ url }).verify().catch(String);
  // Undefined if this machine has such a server.
  if (reason !== undefined) expect(reason).toMatch(new RegExp(`:${port}$`));
});

test('verification reports a server that is away or rejects the password', async () => {
  const away = smtpEmailProvider({ url: `smtp://127.0.0.1:${await freePort()}` });
  await expect(away.verify()).rejects.toThrow('ECONNREFUSED');
  const guarded = await openSmtpServer({ user: { name: 'shop', password: 'secret' } });
  const wrong = smtpEmailProvider({ url: guarded.url.replace(':secret@', ':wrong@') });
  await expect(wrong.verify()).rejects.toMatchObject({ code: 'EAUTH' });
  await smtpEmailProvider({ url: guarded.url }).verify();
  expect(guarded.attempts).toBe(0);
  await guarded.close();
});
