import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { z } from 'zod';

/** An email address with a display name, which may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

/** An email to be sent. */
export interface EmailMessage {
  /** Alphanumeric with dashes; the same for every attempt, so that duplicates can be recognised. */
  id: string;
  date: Date;
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
}

export interface EmailProvider {
  /**
   * Hands an email over for delivery. Throws `EmailRejectedError` when a retry is pointless, other errors when it may
   * help. The signal aborts an attempt that is not finished.
   */
  send(mail: EmailMessage, signal?: AbortSignal): Promise<void>;
  /** Connects and logs in without sending anything. Throws when emails cannot be sent at present. */
  verify(): Promise<void>;
}

/** The email was rejected permanently. */
export class EmailRejectedError extends Error {
  override name = 'MailRefusedError';
}

const nameAndAddress = /^\s*(?:"(?<quoted>[^"]*)"|(?<bare>[^"<>]*?))\s*<(?<address>[^<>]+)>\s*$/;
const address = z.email().max(254);

/** Parses `Tokri <hello@shop.example>` or `hello@shop.example`; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const parts = nameAndAddress.exec(text)?.groups;
  const mailbox = {
    name: parts?.quoted ?? parts?.bare ?? '',
    address: (parts?.address ?? text).trim(),
  };
  return address.safeParse(mailbox.address).success && !/\p{Cc}/u.test(mailbox.name) ? mailbox : null;
}

// Line breaks would start new headers; other control characters are invalid too.
const breaks = /[\p{Cc}\u2028\u2029]+/gu;
const oneAddress = /^[^\s\p{Cc},;<>"]+@[^\s\p{Cc},;<>"@]+$/u;

/**
 * The message for nodemailer, the same for every driver. Names and subjects cannot inject headers; anything but a
 * single address is rejected.
 */
export function toMimeMessage(mail: EmailMessage) {
  const { from } = mail;
  const to = headerMailbox(mail.to);
  if (!oneAddress.test(to.address) || !oneAddress.test(from.address))
    throw new EmailRejectedError('Invalid email address.');
  return {
    from: headerMailbox(from),
    to,
    // Explicit, so that nodemailer does not parse the headers.
    envelope: { from: from.address, to: to.address },
    subject: oneLine(mail.subject),
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: mail.date,
    text: mail.text,
    html: mail.html,
    headers: {
      // Prevents out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function headerMailbox({ name, address }: Mailbox): Mailbox {
  return { name: oneLine(name), address };
}

function oneLine(text: string): string {
  return text.replace(breaks, ' ').trim();
}

interface OutboxOptions {
  folder: string;
  log: Pick<FastifyBaseLogger, 'info'>;
  /** Logs the first line of each email, which may be a one-time password: for development only. */
  logsText: boolean;
}

/** Writes each email to a file `<time>-<id>.eml`, readable by its owner only, and logs its name. */
export function outboxEmailProvider({ folder, log, logsText }: OutboxOptions): EmailProvider {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await writer.sendMail(toMimeMessage(mail));
      const name = `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}`;
      const file = join(folder, `${name}.eml`);
      const draft = join(folder, `${name}.${randomBytes(6).toString('hex')}.draft`);
      try {
        await writeDraft(draft, message);
        // Atomic; a retry replaces the file.
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      log.info(`No mail server: wrote an email to ${file}`);
      if (logsText) log.info(`Mail to ${mail.to.address}: ${mail.text.split('\n', 1)[0]}`);
    },
    async verify() {},
  };
}

async function writeDraft(draft: string, message: Buffer | Readable): Promise<void> {
  const write = () => writeFile(draft, message, { mode: 0o600, flush: true });
  await write().catch(async (error: unknown) => {
    // The folder is created with its first email.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
    await write();
  });
}
