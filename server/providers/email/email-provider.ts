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
   * Hands an email over for delivery. Throws `EmailRejectedError` when a retry is pointless, other errors when it may help.
   * The signal aborts an attempt that is not finished.
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
 * The message for nodemailer, the same for every driver. Names and subjects cannot inject headers; anything but a single
 * address is rejected.
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
