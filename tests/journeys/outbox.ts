import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from 'vitest';
import type { OpenShop } from './open-shop.ts';

/** The mails that the shop has sent to an address so far, oldest first. */
export async function mailsTo(shop: OpenShop, address: string): Promise<Email[]> {
  const outbox = join(shop.dataDirectory, 'outbox');
  // There is none before the first mail.
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  );
  return mails.filter(({ to }) => to?.some((mailbox) => mailbox.address === address));
}

/**
 * The newest mail to an address whose subject says so. Mails are sent after the answer that announces them, so it is
 * waited for until there are `count` of them.
 */
export async function newestMailTo(
  shop: OpenShop,
  address: string,
  subject: RegExp,
  count = 1,
): Promise<Email> {
  const find = async () => (await mailsTo(shop, address)).filter((mail) => subject.test(mail.subject ?? ''));
  await expect.poll(async () => (await find()).length).toBeGreaterThanOrEqual(count);
  const mail = (await find()).at(-1);
  if (mail === undefined) throw new Error(`A mail to ${address} has vanished.`);
  return mail;
}

/** The code of six digits that a mail tells. */
export function codeIn(mail: Email): string {
  const [code] = /\b\d{6}\b/.exec(mail.text ?? '') ?? [];
  if (code === undefined) throw new Error(`There is no code in: ${mail.text}`);
  return code;
}

/** Where the link of a mail leads within the shop: path and query. */
export function pathIn(mail: Email): string {
  const [link] = /https?:\/\/\S+\?code=\S+/.exec(mail.text ?? '') ?? [];
  if (link === undefined) throw new Error(`There is no link in: ${mail.text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
