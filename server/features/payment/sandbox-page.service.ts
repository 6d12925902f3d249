import type { CallAnswer, ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import { discountedPricePaise, rupeesOf } from '#contract/rules/money.ts';
import type { CallContext } from '../../context.ts';
import { areSandboxPayments, sandboxPaid } from '../../providers/payment/sandbox-payment.ts';
import * as queries from './payment.queries.ts';
import { chargeTestCard } from './test-card.ts';

type SandboxPayment = CallAnswer<'getSandboxPayment'>['data'];

/** A payment of the sandbox as its page shows it. Throws NOT_FOUND. */
export async function getSandboxPayment(context: CallContext, id: string): Promise<SandboxPayment> {
  await context.limits.sandboxPage.take(context.remoteAddress);
  return sandboxPaymentOf(await find(context, id), context);
}

/**
 * Pays with a test card; the shop hears of it as it would from a provider outside, by a signed event. Throws
 * NOT_FOUND, PAYMENT_OVER, INVALID_INPUT, CARD_DECLINED.
 */
export async function paySandboxPayment(
  context: CallContext,
  input: ParsedInput<'paySandboxPayment'>,
): Promise<{ successUrl: string }> {
  const { payments, now, limits, remoteAddress } = context;
  await limits.paySandbox.take(remoteAddress);
  const row = await find(context, input.id);
  const { status, successUrl } = sandboxPaymentOf(row, context);
  // A second tap on the button, or a page that was left open.
  if (status === 'PAID') return { successUrl };
  if (status === 'EXPIRED' || !areSandboxPayments(payments)) throw new AppError('PAYMENT_OVER');
  chargeTestCard(input, now());
  await payments.announce(sandboxPaid(row.id, row.amount_paise));
  return { successUrl };
}

async function find({ sql, payments }: CallContext, id: string): Promise<queries.SandboxPaymentRow> {
  // A shop that takes real money has no page on which orders are paid without.
  const row = areSandboxPayments(payments) ? await queries.selectSandboxPayment(sql, id) : null;
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This payment could not be found.' });
  return row;
}

function sandboxPaymentOf(row: queries.SandboxPaymentRow, { shop, now }: CallContext): SandboxPayment {
  return {
    id: row.id,
    orderId: row.order_number,
    shopName: shop.name,
    amount: rupeesOf(row.amount_paise),
    lines: row.lines.map(({ name, quantity, price_paise, discount_basis_points }) => ({
      name,
      quantity,
      amount: rupeesOf(discountedPricePaise(price_paise, discount_basis_points) * quantity),
    })),
    status: statusOf(row, now()),
    expiresAt: row.expires_at.toISOString(),
    cancelUrl: `${shop.url}/cancel?order=${row.order_id}`,
    successUrl: `${shop.url}/success?order=${row.order_id}`,
  };
}

function statusOf(row: queries.SandboxPaymentRow, now: Date): SandboxPayment['status'] {
  if (row.status !== 'OPEN') return row.status;
  return row.order_status === 'PENDING_PAYMENT' && row.expires_at > now ? 'OPEN' : 'EXPIRED';
}
