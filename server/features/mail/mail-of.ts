import type { Mail } from '../../providers/mail/mail-transport.ts';
import * as account from './account-letters.ts';
import type { Letter } from './letter.ts';
import { letterPageOf } from './letter-page.ts';
import * as order from './order-letters.ts';
import { plainTextOf } from './plain-text.ts';
import { presentableName, type ShopIdentity, type Wording } from './wording.ts';

/** A letter that somebody gets. */
export type AddressedLetter = Exclude<Letter, { kind: 'nobody' }>;

/** A letter as the mail that is sent. */
export function mailOf(
  letter: AddressedLetter,
  shop: ShopIdentity,
  { id, date }: Pick<Mail, 'id' | 'date'>,
): Mail {
  const wording = wordingOf(letter, shop);
  return {
    id,
    date,
    to: { name: presentableName(letter.name), address: letter.to },
    subject: wording.subject,
    text: plainTextOf(wording, shop),
    html: letterPageOf(wording, shop),
  };
}

function wordingOf(letter: AddressedLetter, shop: ShopIdentity): Wording {
  switch (letter.kind) {
    case 'verification':
      return account.verificationWording(letter, shop);
    case 'email-change':
      return account.emailChangeWording(letter, shop);
    case 'email-change-notice':
      return account.emailChangeNoticeWording(letter, shop);
    case 'one-time-password':
      return account.oneTimePasswordWording(letter, shop);
    case 'password-changed':
      return account.passwordChangedWording(letter, shop);
    case 'order-placed':
      return order.orderPlacedWording(letter, shop);
    case 'order-on-its-way':
      return order.orderOnItsWayWording(letter, shop);
    case 'order-delivered':
      return order.orderDeliveredWording(letter, shop);
    case 'order-cancelled':
      return order.orderCancelledWording(letter, shop);
    case 'order-refunded':
      return order.orderRefundedWording(letter, shop);
  }
}
