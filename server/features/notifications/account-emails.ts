import { button, type EmailContent, greeting, paragraph, type ShopIdentity } from './email-layout.ts';
import type { Email } from './notifications.service.ts';

type EmailOf<Kind extends Email['kind']> = Extract<Email, { kind: Kind }>;

export function verificationEmail({ name, code }: EmailOf<'verification'>, shop: ShopIdentity): EmailContent {
  return {
    subject: `Confirm your e-mail address for ${shop.name}`,
    first: 'Please confirm that this is your e-mail address.',
    parts: [
      greeting(name),
      paragraph(`An account at ${shop.name} was opened with this address.`),
      button('Confirm my address', verificationUrl(shop, code)),
      paragraph('You can browse and order meanwhile. If you opened no account, you need not do anything.'),
    ],
  };
}

export function emailChangeEmail({ name, code }: EmailOf<'email-change'>, shop: ShopIdentity): EmailContent {
  return {
    subject: `Confirm your new e-mail address for ${shop.name}`,
    first: `Please confirm that your ${shop.name} account should move to this e-mail address.`,
    parts: [
      greeting(name),
      paragraph('Until you do, you log in with your old address.'),
      button('Confirm my new address', verificationUrl(shop, code)),
      paragraph('If you did not ask for this, you need not do anything, and nothing changes.'),
    ],
  };
}

export function emailChangeNoticeEmail(
  { name, newEmail }: EmailOf<'email-change-notice'>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `The e-mail address of your ${shop.name} account is about to change`,
    first: `Somebody asked to move your ${shop.name} account to ${newEmail}.`,
    parts: [
      greeting(name),
      paragraph('It moves as soon as the link in our mail to that address was opened.'),
      paragraph('If this was you, all is well. If it was not, cancel the change and choose a new password:'),
      button('Open my profile', `${shop.url}/dashboard/profile`),
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
      paragraph(
        'If you did not ask for it, you need not do anything. Tell the code to nobody: we never ask for it.',
      ),
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
      paragraph('Other devices were logged out.'),
      paragraph(
        `If this was you, all is well. If it was not, choose a new password at once, and write to ${shop.contactEmail}:`,
      ),
      button('Choose a new password', `${shop.url}/forgot-password`),
    ],
  };
}

function verificationUrl(shop: ShopIdentity, code: string): string {
  return `${shop.url}/verify-email?code=${encodeURIComponent(code)}`;
}

// A mail cannot know where it is read; the shop is in India.
const indianMoment = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

function formatDateTime(iso: string): string {
  return `${indianMoment.format(new Date(iso)).replace(/\s/g, ' ')} (Indian time)`;
}
