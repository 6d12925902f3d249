import type { ParsedInput } from '#contract/calls.ts';
import { AppError, type InputIssue } from '#contract/errors.ts';

type Card = Pick<ParsedInput<'paySandboxPayment'>, 'number' | 'expiry' | 'securityCode'>;

const answers: ReadonlyMap<string, { isPaid: true } | { isPaid: false; message?: string }> = new Map([
  ['4242424242424242', { isPaid: true }],
  ['4000000000000002', { isPaid: false }],
  [
    '4000000000009995',
    { isPaid: false, message: 'Your card has insufficient funds. Please try another one.' },
  ],
]);

/** Charges a test card, in play. Throws INVALID_INPUT for what no test card has, CARD_DECLINED as its number says. */
export function chargeTestCard(card: Card, now: Date): void {
  const answer = answers.get(card.number.replace(/[\s-]/g, ''));
  const issues: InputIssue[] = [];
  // Nobody should type a real one here.
  if (answer === undefined)
    issues.push({
      path: 'number',
      message: 'Please use one of the test cards. Real cards are not taken here.',
    });
  if (!isInFuture(card.expiry, now))
    issues.push({ path: 'expiry', message: 'Please give a month that is not over, such as 12/34.' });
  if (!/^\d{3,4}$/.test(card.securityCode))
    issues.push({ path: 'securityCode', message: 'Please give three digits, any.' });
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
  if (answer?.isPaid === false)
    throw new AppError('CARD_DECLINED', answer.message === undefined ? {} : { message: answer.message });
}

function isInFuture(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2]) ?\/ ?(?:20)?(\d{2})$/.exec(expiry) ?? [];
  if (month === undefined || year === undefined) return false;
  // A card is good until the end of its month, and Date counts months from 0.
  return Date.UTC(2000 + Number(year), Number(month), 1) > now.getTime();
}
