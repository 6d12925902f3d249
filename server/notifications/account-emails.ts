import { indiaTimeZone } from '#contract/base/zoned-time.ts';
import type { ShopIdentity } from '#server/http/context.ts';
import { button, type EmailContent, greeting, paragraph } from './email-layout.ts';
import type { Email, SecondFactorChange } from './notifications.service.ts';

type EmailOf<Kind extends Email['kind']> = Extract<Email, { kind: Kind }>;

// The address may be someone else's, so these two have no text that the account chose.

export function verificationEmail({ code }: EmailOf<'verification'>, shop: ShopIdentity): EmailContent {
  return {
    subject: `Confirm your email address for ${shop.name}`,
    first: 'Please confirm your email address.',
    parts: [
      greeting(''),
      paragraph(`An account at ${shop.name} was created with this address.`),
      button('Confirm my address', verificationUrl(shop, code)),
      paragraph('You can browse and order before that. If you did not create an account, ignore this email.'),
    ],
  };
}

export function emailChangeEmail({ code }: EmailOf<'email-change'>, shop: ShopIdentity): EmailContent {
  return {
    subject: `Confirm your new email address for ${shop.name}`,
    first: `Please confirm this email address for your ${shop.name} account.`,
    parts: [
      greeting(''),
      paragraph('Until then, log in with your old address.'),
      button('Confirm my new address', verificationUrl(shop, code)),
      paragraph('If you did not request this, ignore this email. Nothing changes.'),
    ],
  };
}

export function emailChangeNoticeEmail(
  { name, newEmail }: EmailOf<'email-change-notice'>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `The email address of your ${shop.name} account is about to change`,
    first: `A change of the email address of your ${shop.name} account to ${newEmail} was requested.`,
    parts: [
      greeting(name),
      paragraph('It takes effect when the link sent to that address is opened.'),
      paragraph('If you did not request it, cancel the change and choose a new password:'),
      button('Open my profile', `${shop.url}/dashboard/profile`),
    ],
  };
}

/** Anyone can enter an address, so it has no text but the PIN codes. */
export function deliveryAvailableEmail(
  { pincodes }: EmailOf<'delivery-available'>,
  shop: ShopIdentity,
): EmailContent {
  const places = new Intl.ListFormat('en').format(pincodes);
  return {
    subject: `${shop.name} now delivers to ${pincodes.length > 3 ? 'your PIN codes' : places}`,
    first: `We now deliver to ${places}.`,
    parts: [
      greeting(''),
      paragraph('You asked us to tell you.'),
      button('Start shopping', shop.url),
      paragraph(
        'This is the only email about it, and your request is deleted. If you did not ask, ignore this email.',
      ),
    ],
  };
}

export function oneTimePasswordEmail(
  { name, otp, validMinutes }: EmailOf<'one-time-password'>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Your ${shop.name} code is ${otp}`,
    first: `Your ${shop.name} code is ${otp}.`,
    parts: [
      greeting(name),
      paragraph(`Enter it within ${validMinutes} minutes to choose a new password:`),
      { kind: 'code', code: otp },
      paragraph('If you did not request it, ignore this email. Do not share the code: we never ask for it.'),
    ],
  };
}

export function resetRefusedEmail({ name, to }: EmailOf<'reset-refused'>, shop: ShopIdentity): EmailContent {
  return {
    subject: `Your ${shop.name} password was not reset`,
    first: `A code to reset the password of this ${shop.name} administrator was requested.`,
    parts: [
      greeting(name),
      paragraph('An emailed code is not enough for an administrator, so we did not send one.'),
      paragraph(
        `Request it on a device that is logged in to this account, or run on the server: npm run account -- reset-password ${to}`,
      ),
      paragraph('If you did not request it, ignore this email.'),
    ],
  };
}

export function passwordChangedEmail(
  { name, changedAt }: EmailOf<'password-changed'>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Your ${shop.name} password was changed`,
    first: `The password of your ${shop.name} account was changed on ${formatDateTime(changedAt)}.`,
    parts: [
      greeting(name),
      paragraph('Other devices are logged out.'),
      paragraph(`If you did not change it, choose a new password now and write to ${shop.contactEmail}:`),
      button('Choose a new password', `${shop.url}/forgot-password`),
    ],
  };
}

const secondFactorChanges: Record<SecondFactorChange, string> = {
  'totp-added': 'An authenticator app was added to',
  'totp-removed': 'The authenticator app was removed from',
  'passkey-added': 'A passkey was added to',
  'passkey-removed': 'A passkey was removed from',
  'recovery-codes-replaced': 'New recovery codes were created for',
  'recovery-code-used': 'A recovery code was used to log in to',
};

export function secondFactorChangedEmail(
  { name, change, changedAt }: EmailOf<'second-factor-changed'>,
  shop: ShopIdentity,
): EmailContent {
  const isLogin = change === 'recovery-code-used';
  return {
    subject: `${secondFactorChanges[change]} your ${shop.name} account`,
    first: `${secondFactorChanges[change]} your ${shop.name} account on ${formatDateTime(changedAt)}.`,
    parts: [
      greeting(name),
      paragraph(isLogin ? 'Create new recovery codes when few are left.' : 'Other devices are logged out.'),
      paragraph(`If that was not you, choose a new password now and write to ${shop.contactEmail}:`),
      button('Open my profile', `${shop.url}/dashboard/profile`),
    ],
  };
}

export function newDeviceEmail({ device, at }: EmailOf<'new-device'>, shop: ShopIdentity): EmailContent {
  return {
    subject: `A new device logged in to your ${shop.name} account`,
    first: `Someone logged in to your ${shop.name} account on ${formatDateTime(at)}: ${device}.`,
    parts: [
      greeting(''),
      paragraph('If that was you, there is nothing to do.'),
      paragraph('If not, log the device out on your profile page and choose a new password now:'),
      button('Open my profile', `${shop.url}/dashboard/profile`),
    ],
  };
}

export function accountDeletedEmail(
  { deletedAt }: EmailOf<'account-deleted'>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Your ${shop.name} account was deleted`,
    first: `Your ${shop.name} account was deleted on ${formatDateTime(deletedAt)}.`,
    parts: [
      greeting(''),
      paragraph('All devices are logged out, and your name, addresses, mobile number and cart are deleted.'),
      paragraph('Invoices are kept as the law requires. You can register again with this address.'),
      paragraph(`If you did not delete it, write to ${shop.contactEmail}.`),
    ],
  };
}

function verificationUrl(shop: ShopIdentity, code: string): string {
  return `${shop.url}/verify-email?code=${encodeURIComponent(code)}`;
}

// The reader's time zone is unknown; the store is in India.
const indianMoment = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: indiaTimeZone,
});

export function formatDateTime(iso: string): string {
  return `${indianMoment.format(new Date(iso)).replace(/\s/g, ' ')} (Indian time)`;
}
