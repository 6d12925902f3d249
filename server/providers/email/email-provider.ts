import { z } from 'zod';

/** An address with the name that mail programs show beside it; the name may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A mail in words, ready to go. */
export interface EmailMessage {
  /** Of letters, digits and dashes; the same at every try, so that whoever gets it twice can tell. */
  id: string;
  date: Date;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
}

/** Takes mails to their readers, or towards them. */
export interface EmailProvider {
  /**
   * Hands a mail over; when it returns, others answer for it. Throws `EmailRejectedError` when there is no use in
   * trying again, any other error when there may be. Aborted, it gives up what is not handed over yet.
   */
  send(mail: EmailMessage, signal?: AbortSignal): Promise<void>;
}

/** The mail will not be taken, however often it is tried. */
export class EmailRejectedError extends Error {
  override name = 'MailRefusedError';
}

const nameAndAddress = /^\s*(?:"(?<quoted>[^"]*)"|(?<bare>[^"<>]*?))\s*<(?<address>[^<>]+)>\s*$/;
const address = z.email().max(254);

/** What `Tokri <hello@shop.example>` or `hello@shop.example` means, or null when it is neither. */
export function parseMailbox(text: string): Mailbox | null {
  const parts = nameAndAddress.exec(text)?.groups;
  const mailbox = {
    name: parts?.quoted ?? parts?.bare ?? '',
    address: (parts?.address ?? text).trim(),
  };
  return address.safeParse(mailbox.address).success && !/\p{Cc}/u.test(mailbox.name) ? mailbox : null;
}

// Line breaks begin new headers; the rest of the control characters only do harm there.
const breaks = /[\p{Cc}\u2028\u2029]+/gu;
const oneAddress = /^[^\s\p{Cc},;<>"]+@[^\s\p{Cc},;<>"@]+$/u;

/**
 * A mail as nodemailer writes it, for every driver the same. Whatever stands in a name or subject stays there; an
 * address that is not exactly one is refused.
 */
export function toMimeMessage(mail: EmailMessage, from: Mailbox) {
  const to = headerMailbox(mail.to);
  if (!oneAddress.test(to.address))
    throw new EmailRejectedError('This is not an address that mail can go to.');
  return {
    from: headerMailbox(from),
    to,
    // Not read out of the headers again.
    envelope: { from: from.address, to: to.address },
    subject: oneLine(mail.subject),
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: mail.date,
    text: mail.text,
    html: mail.html,
    headers: {
      // Nobody's out-of-office message should answer.
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
