import { invitationDays } from '#contract/base/durations.ts';
import type { ShopIdentity } from '#server/http/context.ts';
import { formatDateTime } from './account-emails.ts';
import { button, type EmailContent, greeting, paragraph } from './email-layout.ts';
import type { Email } from './notifications.service.ts';

/** Each morning to the address of the settings: the products with a low stock or none. */
export function lowStockEmail(
  { count, products }: Extract<Email, { kind: 'low-stock' }>,
  shop: ShopIdentity,
): EmailContent {
  const subject = count === 1 ? '1 product is low in stock' : `${count} products are low in stock`;
  const more = count - products.length;
  return {
    subject: `${shop.name}: ${subject}`,
    first: `${subject}.`,
    parts: [
      ...products.map(({ name, unit, stock }) =>
        paragraph(`${name}, ${unit}: ${stock === 0 ? 'out of stock' : `${stock} left`}`),
      ),
      ...(more > 0 ? [paragraph(`And ${more} more.`)] : []),
      button('See the products', `${shop.url}/dashboard/product?stock=low`),
      paragraph('This email is sent each morning. You can turn it off in the settings of the store.'),
    ],
  };
}

/** To a person who may have no account yet. */
export function staffInvitationEmail(
  { name, code, roles, invitedBy }: Extract<Email, { kind: 'staff-invitation' }>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Join the staff of ${shop.name}`,
    first: `${invitedBy} invites you to the staff of ${shop.name} as ${roles}.`,
    parts: [
      greeting(name),
      button('Accept the invitation', `${shop.url}/invitation?code=${encodeURIComponent(code)}`),
      paragraph(`The link works once, for ${invitationDays} days. Do not share it.`),
      paragraph('If you do not know this store, ignore this email.'),
    ],
  };
}

/**
 * To each administrator, because who changes the account receives the payments by UPI from then on.
 */
export function upiChangedEmail(
  { name, by, before, after, changedAt }: Extract<Email, { kind: 'upi-changed' }>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `${shop.name}: the UPI account was changed`,
    first: `${by.name} (${by.email}) changed the UPI account for payments on ${formatDateTime(changedAt)}.`,
    parts: [
      greeting(name),
      paragraph(`Before: ${describeUpi(before)}`),
      paragraph(`Now: ${describeUpi(after)}`),
      paragraph('Shoppers pay to the new account now, also for earlier orders.'),
      paragraph(
        `If you did not expect this, enter the former UPI ID now and ask ${by.name} to choose a new password.`,
      ),
      button('Open the settings', `${shop.url}/dashboard/settings`),
    ],
  };
}

function describeUpi(upi: Extract<Email, { kind: 'upi-changed' }>['before']): string {
  return upi === null ? 'none, no payments by UPI' : `${upi.vpa} (${upi.payeeName})`;
}
