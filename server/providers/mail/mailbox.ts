import { z } from 'zod';
import type { Mailbox } from './mail-transport.ts';

const nameAndAddress = /^\s*(?:"(?<quoted>[^"]*)"|(?<bare>[^"<>]*?))\s*<(?<address>[^<>]+)>\s*$/;
const address = z.email().max(254);

/** What `Tokri <hello@shop.example>` or `hello@shop.example` means, or null when it is neither. */
export function readMailbox(text: string): Mailbox | null {
  const parts = nameAndAddress.exec(text)?.groups;
  const mailbox = {
    name: parts?.quoted ?? parts?.bare ?? '',
    address: (parts?.address ?? text).trim(),
  };
  return address.safeParse(mailbox.address).success && !/\p{Cc}/u.test(mailbox.name) ? mailbox : null;
}
