import { type Mail, type Mailbox, MailRefusedError } from './mail-transport.ts';

// Line breaks begin new headers; the rest of the control characters only do harm there.
const breaks = /[\p{Cc}\u2028\u2029]+/gu;
const oneAddress = /^[^\s\p{Cc},;<>"]+@[^\s\p{Cc},;<>"@]+$/u;

/**
 * A mail as nodemailer writes it, for every driver the same. Whatever stands in a name or subject stays there; an
 * address that is not exactly one is refused.
 */
export function messageOf(mail: Mail, from: Mailbox) {
  const to = headerMailbox(mail.to);
  if (!oneAddress.test(to.address)) throw new MailRefusedError('This is not an address that mail can go to.');
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
