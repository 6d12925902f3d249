import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { type PaymentProvider, PaymentRejectedError } from '#server/providers/payment/payment-provider.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { createPaymentShop } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { sendRefund } from './refund.service.ts';

const lineCount = 3;

const shop = await createPaymentShop();
const meera = await createAdmin(shop.db);

/** A provider that says the same about a refund each time, and counts what has gone back. */
function openProvider(answers: readonly ('yes' | 'no' | 'yes, and back')[]) {
  const given = new Map<string, number>();
  const known = new Map<string, (typeof answers)[number]>();
  const answerTo = (id: string) => {
    const answer = known.get(id) ?? answers[known.size % answers.length] ?? 'yes';
    known.set(id, answer);
    return answer;
  };
  const payments: PaymentProvider = {
    ...shop.context.payments,
    async refund({ id, amountPaise }) {
      if (answerTo(id) === 'no') throw new PaymentRejectedError('not to this card');
      given.set(id, amountPaise);
      return { id: `r_${id}` };
    },
  };
  const comeBack = async () => {
    for (const [id, answer] of known) {
      if (answer !== 'yes, and back') continue;
      given.delete(id);
      const failed = { kind: 'refund.failed', about: 'refund failed', sessionId: null } as const;
      await shop.tell({ ...failed, id: `event_${id}`, providerRefundId: `r_${id}`, refundId: id });
    }
  };
  return { payments, comeBack, goneBack: () => [...given.values()].reduce((sum, amount) => sum + amount, 0) };
}

async function openPaidOrder(): Promise<string> {
  const products = await Promise.all(
    Array.from({ length: lineCount }, (_, index) =>
      addProduct(shop.db, { stock: 10, pricePaise: 3333 + index, discountBasisPoints: 777 }),
    ),
  );
  const asha = await shop.createShopper(Object.fromEntries(products.map((id, index) => [id, index + 1])));
  const { id, order } = await shop.checkout(asha);
  await shop.pay(id);
  return order._id;
}

async function standingOf(orderId: string) {
  const [row] = await shop.db.query<{
    payment_status: string;
    paid: number;
    total: number;
    refunded: number;
    living: number;
    pending: number;
  }>(sql`
    select payment_status, paid_paise as paid, total_paise as total, refunded_paise as refunded,
      (select coalesce(sum(amount_paise), 0)::integer from ledger_entry
        where order_id = o.id and kind = 'REFUND' and status <> 'FAILED') as living,
      (select count(*)::integer from ledger_entry where order_id = o.id and status = 'PENDING') as pending
    from customer_order o where id = ${orderId}`);
  if (row === undefined) throw new Error('There is no such order.');
  return row;
}

/** Records the due refund, unless a concurrent call does. */
async function giveBackByHand(_id: string): Promise<void> {
  const { data } = await meera.call('getBoardOrder', { _id });
  const input = { _id, amount: data.owedAmt, how: 'In cash', method: 'CASH' };
  await meera.call('settleRefund', input).catch(() => 'refused, as it may be');
}

/** What was given back by hand, in paise. */
async function byHandOf(orderId: string): Promise<number> {
  const [row] = await shop.db.query<{ paise: number }>(sql`
    select coalesce(sum(amount_paise), 0)::integer as paise from ledger_entry
    where order_id = ${orderId} and kind = 'REFUND' and status = 'DONE' and provider_reference is null`);
  return row?.paise ?? 0;
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('take off' as const), position: fc.nat({ max: lineCount - 1 }) }),
  fc.constant({ kind: 'cancel' as const }),
  fc.constant({ kind: 'send' as const }),
  fc.constant({ kind: 'come back' as const }),
  fc.constant({ kind: 'by hand' as const }),
);
const answers = fc.array(fc.constantFrom('yes' as const, 'no' as const, 'yes, and back' as const), {
  minLength: 1,
});

test('whatever goes back, is refused or comes back at the same time, no more is given than was paid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), answers, async (steps, said) => {
      const { db } = shop;
      const orderId = await openPaidOrder();
      const provider = openProvider(said);
      const context = { ...shop.context, payments: provider.payments };
      const send = async () => {
        const due = await db.query<{ id: string }>(sql`
          select id from ledger_entry where order_id = ${orderId} and status = 'PENDING'`);
        await Promise.allSettled(due.map(({ id }) => sendRefund(context, id)));
      };
      const hands = [0, 1, 2].map(async (hand) => {
        for (const taken of steps.filter((_step, index) => index % 3 === hand)) {
          if (taken.kind === 'send') await send();
          else if (taken.kind === 'come back') await provider.comeBack();
          else if (taken.kind === 'by hand') await giveBackByHand(orderId);
          else if (taken.kind === 'cancel')
            await meera.call('changeOrders', { ids: [orderId], to: 'CANCELLED', reason: 'As asked.' });
          else
            await meera
              .call('markLineUnavailable', { _id: orderId, position: taken.position })
              .catch(() => 'refused, as it may be');
        }
      });
      await Promise.all(hands);
      await meera.call('changeOrders', { ids: [orderId], to: 'CANCELLED', reason: 'Over.' });
      await send();
      await provider.comeBack();
      const { payment_status, paid, refunded, living, pending } = await standingOf(orderId);
      expect({ refunded: living, pending: 0 }).toEqual({ refunded, pending });
      expect(provider.goneBack() + (await byHandOf(orderId))).toBe(living);
      expect(living).toBeLessThanOrEqual(paid);
      expect(payment_status).toBe(living === paid ? 'REFUNDED' : 'PAID');
    }),
    { numRuns: 25 },
  );
}, 120_000);
