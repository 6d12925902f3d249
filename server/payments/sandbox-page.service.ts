import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { AppError, type InputIssue } from '#contract/base/errors.ts';
import { toRupees } from '#contract/base/money.ts';
import type { RequestContext } from '#server/http/context.ts';
import { isSandbox, sandboxPaidEvent } from '#server/providers/payment/sandbox-payment.ts';
import { readShopIdentity } from '#server/store/store-identity.service.ts';
import * as queries from './payment.queries.ts';

type Card = Pick<ParsedInput<'paySandboxPayment'>, 'number' | 'expiry'>;

const outcomeByCard: ReadonlyMap<string, { isPaid: true } | { isPaid: false; message?: string }> = new Map([
  ['4242424242424242', { isPaid: true }],
  ['4000000000000002', { isPaid: false }],
  [
    '4000000000009995',
    { isPaid: false, message: 'Your card has insufficient funds. Please try another one.' },
  ],
]);

/** Simulates a charge. Throws INVALID_INPUT unless it is a valid test card, CARD_DECLINED for a declining one. */
function chargeTestCard(card: Card, now: Date): void {
  const outcome = outcomeByCard.get(card.number.replace(/[\s-]/g, ''));
  const issues: InputIssue[] = [];
  // Rejects real card numbers, which must not be entered here.
  if (outcome === undefined)
    issues.push({
      path: 'number',
      message: 'Use one of the test cards. Real cards are not accepted here.',
    });
  if (!isUnexpired(card.expiry, now))
    issues.push({ path: 'expiry', message: 'Enter a month that has not ended, such as 12/34.' });
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
  if (outcome?.isPaid === false)
    throw new AppError('CARD_DECLINED', outcome.message === undefined ? {} : { message: outcome.message });
}

function isUnexpired(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2]) ?\/ ?(?:20)?(\d{2})$/.exec(expiry) ?? [];
  if (month === undefined || year === undefined) return false;
  // A card is valid until the end of its month; Date counts months from 0.
  return Date.UTC(2000 + Number(year), Number(month), 1) > now.getTime();
}

type SandboxPayment = EndpointResponse<'getSandboxPayment'>['data'];

/** Gets the payment that a sandbox page shows. Throws NOT_FOUND. */
export async function getSandboxPayment(context: RequestContext, id: string): Promise<SandboxPayment> {
  await context.rateLimits.sandboxPage.take(context.remoteAddress);
  const row = await find(context, id);
  const { shop, now } = context;
  return {
    id: row.id,
    orderId: row.order_number,
    shopName: (await readShopIdentity(context)).name,
    amount: toRupees(row.amount_paise),
    lines: queries.toPayableLines(row).map(({ name, quantity, unitPaise }) => ({
      name,
      quantity,
      amount: toRupees(unitPaise * quantity),
    })),
    status: statusOf(row, now()),
    expiresAt: row.expires_at.toISOString(),
    cancelUrl: `${shop.url}/cancel?order=${row.order_id}`,
    successUrl: toSuccessUrl(context, row),
  };
}

/**
 * Pays with a test card. Like an external provider, it reports the payment by a signed event. Throws NOT_FOUND,
 * PAYMENT_OVER, INVALID_INPUT, CARD_DECLINED.
 */
export async function paySandboxPayment(
  context: RequestContext,
  input: ParsedInput<'paySandboxPayment'>,
): Promise<{ successUrl: string }> {
  const { payments, now, rateLimits, remoteAddress } = context;
  await rateLimits.paySandbox.take(remoteAddress);
  const row = await find(context, input.id);
  const status = statusOf(row, now());
  const successUrl = toSuccessUrl(context, row);
  // Submitted twice, or from a page that was left open.
  if (status === 'PAID') return { successUrl };
  if (status === 'EXPIRED' || !isSandbox(payments)) throw new AppError('PAYMENT_OVER');
  chargeTestCard(input, now());
  await payments.sendEvent(sandboxPaidEvent(row.id, row.amount_paise));
  return { successUrl };
}

async function find({ db, payments }: RequestContext, id: string): Promise<queries.SandboxPaymentRow> {
  // With a real provider the sandbox page must not exist: it would accept orders without money.
  const row = isSandbox(payments) ? await queries.selectSandboxPayment(db, id) : null;
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This payment could not be found.' });
  return row;
}

function toSuccessUrl({ shop }: RequestContext, { order_id }: queries.SandboxPaymentRow): string {
  return `${shop.url}/success?order=${order_id}`;
}

function statusOf(row: queries.SandboxPaymentRow, now: Date): SandboxPayment['status'] {
  if (row.status !== 'OPEN') return row.status;
  return row.order_status === 'PENDING_PAYMENT' && row.expires_at > now ? 'OPEN' : 'EXPIRED';
}
