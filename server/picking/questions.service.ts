import sql from 'sql-template-tag';
import type { ParsedInput } from '#contract/api.ts';
import { answerSeconds } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import { paidPricePaise, toRupees } from '#contract/base/money.ts';
import type { ShopperQuestion, SubstitutionQuestion } from '#contract/picking/picking.ts';
import { toReplacementPrice } from '#contract/picking/replacement.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import {
  applyOrderEvent,
  type LockedOrder,
  lockOrder,
  orderNotFound,
  requireAllowed,
} from '#server/orders/change-order-status.ts';
import type { NewLine } from '#server/orders/order-lines.ts';
import { maxReasonLength } from '#server/orders/staff-orders.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { toLimits } from './found-amounts.ts';
import * as queries from './picking.queries.ts';
import { queueQuestionPushes } from './question-pushes.ts';
import { moveReplacementStock } from './replacements.ts';

/**
 * Writes a question, its entry of the history and its notifications, in the transaction that holds the order. Throws
 * REPLACEMENT_REFUSED, CONFLICT after an answer.
 */
export async function ask(
  transaction: AuthenticatedContext,
  { order, line, found, proposals }: Asked,
): Promise<void> {
  const { db, now, caller } = transaction;
  if (line.substitution === 'REFUND') throw refused(`The shopper wants no other product for ${line.name}.`);
  if (line.question?.answered_at != null)
    throw new AppError('CONFLICT', { message: `The shopper has answered about ${line.name}.` });
  const at = now();
  const missingPaise = toMissingPaise(line, found);
  const priced = proposals.map((row) => ({
    ...row,
    amount_paise:
      row.quantity * paidPricePaise(toReplacementPrice(fromPriceColumns(row), row.quantity, missingPaise)),
  }));
  const { promise } = (await currentSettings({ db })).settings;
  const deadline = new Date(at.getTime() + (promise.answerSeconds ?? answerSeconds) * 1000);
  await db.query(sql`
    insert into substitution_question (order_id, position, proposals, asked_at, deadline)
    values (${order.id}, ${line.position}, ${JSON.stringify(priced)}::text::jsonb, ${at}, ${deadline})
    on conflict (order_id, position) do update set proposals = excluded.proposals, asked_at = excluded.asked_at,
      deadline = excluded.deadline`);
  await applyOrderEvent(transaction, order, {
    ...{ type: 'ask', actor: 'staff', userId: caller.userId },
    reason: `Asked what replaces ${line.name}.`.slice(-maxReasonLength),
  });
  await queueQuestionPushes(db, { orderId: order.id, position: line.position });
}

interface Asked {
  order: LockedOrder;
  line: queries.PickingLineRow;
  found: number;
  proposals: readonly NewLine[];
}

/** What the missing part of a line costs before offers and coupons. */
function toMissingPaise(line: queries.PickingLineRow, found: number): number {
  const pricePaise = paidPricePaise(fromPriceColumns(line)) * line.quantity;
  const ordered = toLimits(line)?.ordered ?? line.quantity;
  return pricePaise - Math.floor((pricePaise * found) / ordered);
}

/**
 * Throws REPLACEMENT_REFUSED for a product that the shopper does not want: of a line to be refunded, and of one to be
 * asked about another one than was chosen, or any before the time for the answer is over.
 */
export function requireWanted(
  { now }: Pick<Context, 'now'>,
  { line, productId }: { line: queries.PickingLineRow; productId: string },
): void {
  const { name, substitution, question } = line;
  if (substitution === 'REFUND') throw refused(`The shopper wants no other product for ${name}.`);
  if (question?.answered_at != null && question.answer_id !== productId)
    throw refused(
      `The shopper has chosen ${question.answer_id === null ? 'no other product' : 'another product'} for ${name}.`,
    );
  if (substitution !== 'ASK' || question?.answered_at != null) return;
  if (question === null) throw refused(`Ask the shopper what replaces ${name}.`);
  if (new Date(question.deadline) > now()) throw refused(`The shopper has time to answer about ${name}.`);
}

function refused(message: string): AppError {
  return new AppError('REPLACEMENT_REFUSED', { message });
}

/**
 * Applies the first proposal of each question whose time is over without an answer, unless the picker has recorded
 * something else since; a refund if its stock is short. Changes `lines`. Throws QUESTION_OPEN.
 */
export async function applyUnanswered(
  transaction: AuthenticatedContext,
  { _id, lines }: { _id: string; lines: queries.PickingLineRow[] },
): Promise<void> {
  const open = lines.filter(
    ({ question, replacement, received_at }) =>
      question !== null &&
      question.answered_at === null &&
      replacement === null &&
      received_at !== null &&
      received_at <= new Date(question.asked_at),
  );
  const waiting = open.find(
    ({ question }) => question !== null && new Date(question.deadline) > transaction.now(),
  );
  if (waiting?.question != null) {
    const { deadline } = waiting.question;
    throw new AppError('QUESTION_OPEN', {
      message: `The shopper has time to answer about ${waiting.name}.`,
      details: {
        positions: open.map(({ position }) => position),
        deadline: new Date(deadline).toISOString(),
      },
    });
  }
  for (const line of open) {
    const [first] = line.question?.proposals ?? [];
    if (first !== undefined && (await takeProposal(transaction, { _id, line, proposal: first })))
      line.replacement = first;
  }
}

/** Records a proposal as the replacement; false if its stock is short. */
async function takeProposal(
  transaction: Pick<AuthenticatedContext, 'db'>,
  { _id, line, proposal }: { _id: string; line: queries.PickingLineRow; proposal: NewLine },
): Promise<boolean> {
  try {
    const stockOf = { orderId: _id, userId: null, alsoLocked: null };
    await moveReplacementStock(transaction, stockOf, { before: null, after: proposal });
  } catch (error) {
    if (error instanceof AppError && error.code === 'STOCK_SHORT') return false;
    throw error;
  }
  await queries.updateReplacement(transaction.db, { orderId: _id, position: line.position }, proposal);
  return true;
}

/** What the caller is asked about an order. Throws NOT_FOUND for an order of another shopper. */
export async function listQuestions(
  { db, caller, now }: AuthenticatedContext,
  id: string,
): Promise<ShopperQuestion[]> {
  if (!(await queries.isOrderOf(db, id, caller.userId))) throw orderNotFound();
  return selectQuestions({ db, now }, id);
}

async function selectQuestions(
  { db, now }: Pick<Context, 'db' | 'now'>,
  orderId: string,
): Promise<ShopperQuestion[]> {
  const lines = await queries.selectPickingLines(db, [orderId]);
  const isPacked = (await queries.findPicking(db, orderId))?.packed_at !== null;
  return lines.flatMap((line) => {
    const { question, found } = line;
    // The picker has found it after all.
    if (question === null || (question.answered_at === null && isRecordedSince(line, question))) return [];
    const isOver = isPacked || question.answered_at !== null || line.replacement !== null;
    const leftMs = isOver ? 0 : Math.max(0, new Date(question.deadline).getTime() - now().getTime());
    return [{ ...toQuestion(question), found: found ?? 0, secondsLeft: leftMs / 1000 }];
  });
}

/** Whether the picker has recorded something else of a line since its question. */
function isRecordedSince(
  { received_at }: queries.PickingLineRow,
  { asked_at }: queries.QuestionRow,
): boolean {
  return received_at === null || received_at > new Date(asked_at);
}

/**
 * Records the answer of the shopper and takes the stock of the chosen product. Throws NOT_FOUND, ORDER_STATUS, CONFLICT
 * after another answer, QUESTION_OVER, STOCK_SHORT.
 */
export function answerQuestion(
  context: AuthenticatedContext,
  { _id, position, productId }: ParsedInput<'answerQuestion'>,
): Promise<ShopperQuestion[]> {
  return inTransaction(context, async (transaction) => {
    const { db, caller, now } = transaction;
    const order = await lockOrder(transaction, _id, caller.userId);
    const line = (await queries.selectPickingLines(db, [_id])).find((each) => each.position === position);
    const question = line?.question;
    if (line === undefined || question == null) throw questionNotFound();
    if (question.answered_at !== null) {
      if (question.answer_id === productId) return selectQuestions(transaction, _id);
      throw new AppError('CONFLICT', { message: 'You have chosen already.' });
    }
    // Only staff pack, but it is the status that counts.
    requireAllowed(order, { type: 'markPacked', actor: 'staff' });
    const picking = await queries.findPicking(db, _id);
    const isDecided = line.replacement !== null || isRecordedSince(line, question);
    if (picking?.packed_at !== null || isDecided || new Date(question.deadline) < now())
      throw new AppError('QUESTION_OVER');
    const proposal = question.proposals.find((each) => each.product_id === productId);
    if (productId !== null) {
      if (proposal === undefined) throw questionNotFound();
      if (!(await takeProposal(transaction, { _id, line, proposal })))
        throw new AppError('STOCK_SHORT', {
          message: `${proposal.name} is out of stock now. Please choose again.`,
        });
    }
    await db.query(sql`
      update substitution_question set answered_at = ${now()}, answer_id = ${productId}
      where order_id = ${_id} and position = ${position}`);
    const reason = `Chose ${proposal?.name ?? 'a refund'} instead of ${line.name}.`.slice(0, maxReasonLength);
    await applyOrderEvent(transaction, order, {
      ...{ type: 'answer', actor: 'shopper', userId: caller.userId, reason },
    });
    return selectQuestions(transaction, _id);
  });
}

function questionNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such question about this order.' });
}

/** Forgets the questions of an order that is given back. */
export async function forgetQuestions({ db }: Pick<Context, 'db'>, orderId: string): Promise<void> {
  await db.query(sql`delete from substitution_question where order_id = ${orderId}`);
}

export function toQuestion(row: queries.QuestionRow): SubstitutionQuestion {
  return {
    position: row.position,
    askedAt: new Date(row.asked_at).toISOString(),
    deadline: new Date(row.deadline).toISOString(),
    proposals: row.proposals.map(
      ({ product_id: productId, name, name_hindi: nameHindi, amount_paise, ...proposal }) => {
        const { unit, image, quantity } = proposal;
        return { productId, name, nameHindi, unit, image, quantity, amount: toRupees(amount_paise) };
      },
    ),
    answer:
      row.answered_at === null
        ? null
        : { productId: row.answer_id, at: new Date(row.answered_at).toISOString() },
  };
}
