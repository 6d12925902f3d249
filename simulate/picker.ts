import type { EndpointResponse } from '#contract/api.ts';
import { dayMs, hourMs } from '#contract/base/durations.ts';
import { newId } from '#server/database/id.ts';
import { type Day, ofOrder } from './day.ts';
import { Random } from './random.ts';
import { type Client, Refusal, unless } from './shop.ts';
import { letShopperAnswer } from './shopper.ts';

type PickingOrder = EndpointResponse<'takeOrder'>['data'];
type PickingLine = PickingOrder['lines'][number];

/** Medians, in seconds. */
const startSeconds = 25;
const lineSeconds = 17;
const weighSeconds = 10;
const replaceSeconds = 25;
const packSeconds = 30;
const missingShare = 0.03;
const questionPollSeconds = 5;

/** A picker picks orders one after the other with the calls of the phone, until the day is over. */
export async function pickOrders(day: Day, pickerId: string, index: number): Promise<void> {
  const client = await day.shop.logIn(pickerId);
  const own = new Random(day.plan.seed, day.plan.day, 'picker', index);
  const pace = own.logNormal(1, 0.08);
  while (!day.isOver()) {
    const { waiting } = await client.call('listPicking', {});
    const next = waiting.find(({ takenBy }) => takenBy === null);
    if (next === undefined) {
      await day.orderPlaced.wait();
      await day.schedule.wait(own.between(2, 10));
      continue;
    }
    const order = await unless(['ORDER_TAKEN', 'ORDER_STATUS'], client.call('takeOrder', { _id: next._id }));
    if (order !== null) await pickOrder(day, client, order, pace);
  }
}

/** The store is fuller in the evening, and a picker slower. */
function toPaceOfHour(now: Date): number {
  const hour = ((now.getTime() + 5.5 * hourMs) % dayMs) / hourMs;
  return hour > 17 && hour < 21 ? 1.2 : 1;
}

async function pickOrder(day: Day, client: Client, order: PickingOrder, ownPace: number): Promise<void> {
  const { schedule, tally } = day;
  const startedAt = schedule.now().getTime();
  const random = ofOrder(day, day.buyers.get(order._id)?.index ?? 0, 'pick');
  const pace = ownPace * toPaceOfHour(schedule.now());
  try {
    await schedule.wait(random.logNormal(startSeconds, 0.3) * pace);
    for (const line of order.lines) {
      await schedule.wait(
        random.logNormal(lineSeconds + (line.stepGrams === null ? 0 : weighSeconds), 0.4) * pace,
      );
      await pickLine(day, client, order, line, random);
    }
    await schedule.wait(random.logNormal(packSeconds, 0.3) * pace);
    await pack(day, client, order);
    tally.lines += order.lines.length;
    tally.pickSeconds += (schedule.now().getTime() - startedAt) / 1000;
    day.orderPacked.give();
  } catch (error) {
    // The shopper has cancelled it.
    if (!(error instanceof Refusal && error.code === 'ORDER_STATUS')) throw error;
    await client.call('giveBackOrder', { _id: order._id, version: order.version });
  }
}

async function pickLine(
  day: Day,
  client: Client,
  { _id, version }: PickingOrder,
  line: PickingLine,
  random: Random,
): Promise<void> {
  const { schedule, tally } = day;
  const at = schedule.now().toISOString();
  const { position, quantity, stepGrams } = line;
  const recorded = { _id, version, position, at };
  if (!random.chance(missingShare)) {
    const found = stepGrams === null ? quantity : weigh(quantity * stepGrams, line.mostGrams, random);
    await client.call('recordPickedLine', { ...recorded, found });
    tally.foundLines += 1;
    return;
  }
  const found = stepGrams === null ? random.whole(0, quantity - 1) : 0;
  const stock = random.chance(0.5) ? { stock: { left: 0, requestId: newId() } } : {};
  const proposals = (await client.call('listReplacements', { _id, position }))
    .filter((proposal) => proposal.stock >= quantity)
    .slice(0, 3)
    .map(({ productId }) => ({ productId, quantity: Math.max(1, quantity - found) }));
  await schedule.wait(random.logNormal(replaceSeconds, 0.3));
  const [first] = proposals;
  if (line.substitution === 'REFUND' || first === undefined || (stepGrams !== null && found > 0)) {
    await client.call('recordPickedLine', { ...recorded, found, ...stock });
    return;
  }
  tally.proposedLines += 1;
  if (line.substitution === 'SIMILAR') {
    await client.call('recordPickedLine', { ...recorded, found, replacement: first, ...stock });
    tally.replacedLines += 1;
    return;
  }
  await client.call('askShopper', { ...recorded, found, proposals });
  letShopperAnswer(day, { orderId: _id, position, random });
}

/** A scale shows a little more or less than was ordered. */
function weigh(orderedGrams: number, mostGrams: number | null, random: Random): number {
  const grams = Math.round(orderedGrams * (1 + 0.03 * random.normal()));
  return Math.max(Math.ceil(orderedGrams * 0.9), Math.min(grams, mostGrams ?? orderedGrams));
}

/** Packs as soon as all questions are answered, or their time is over. */
async function pack(day: Day, client: Client, order: PickingOrder): Promise<void> {
  const { _id, version, lines } = order;
  for (;;) {
    const bags = Math.ceil(lines.length / 8);
    try {
      const packed = await client.call('packOrder', {
        _id,
        version,
        bags,
        at: day.schedule.now().toISOString(),
      });
      day.tally.replacedLines += packed.lines.filter(
        ({ question, replacement }) => question !== null && replacement !== null,
      ).length;
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'NOTHING_FOUND') return cancelEmpty(day, client, order);
      if (error.code !== 'QUESTION_OPEN') throw error;
      await day.schedule.wait(questionPollSeconds);
    }
  }
}

/** The store cancels an order of which nothing was found. */
async function cancelEmpty(day: Day, client: Client, { _id, version }: PickingOrder): Promise<void> {
  // The owner enters the password to cancel.
  const owner = await day.shop.logIn(day.store.ownerId);
  await owner.call('changeOrders', {
    ids: [_id],
    to: 'CANCELLED',
    reason: 'Nothing of it was found.',
    message: 'Sorry, all products of your order are sold out.',
  });
  await client.call('giveBackOrder', { _id, version });
  day.tally.cancelledOrders += 1;
  day.endOrder();
}
