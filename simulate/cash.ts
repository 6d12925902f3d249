import { toPaise, toRupees } from '#contract/base/money.ts';
import { toZonedInput } from '#contract/base/zoned-time.ts';
import { newId } from '#server/database/id.ts';
import type { Day } from './day.ts';
import { Random } from './random.ts';

const changePerRider = 500;
const openingAmt = 5000;
const miscountShare = 0.3;

/** The drawer of the store at the start of a day, in rupees. */
export interface Drawer {
  openingAmt: number;
}

/** Each rider gets change from the drawer. */
export async function giveChange({ owner, store }: Day): Promise<Drawer> {
  for (const riderId of store.riderIds)
    await owner.call('moveRiderCash', {
      ...{ riderId, requestId: newId(), kind: 'GIVEN', held: 0, amount: changePerRider },
    });
  return { openingAmt };
}

/**
 * Riders hand in what they have counted, which some have counted wrongly, and the day is closed with what is in the
 * drawer. Returns what then does not add up.
 */
export async function closeCashBooks(
  { owner, store, shop, plan }: Day,
  drawer: Drawer,
): Promise<{ differenceAmt: number; problems: string[] }> {
  const problems: string[] = [];
  let drawerPaise = toPaise(drawer.openingAmt) - store.riderIds.length * toPaise(changePerRider);
  let differencePaise = 0;
  for (const [index, riderId] of store.riderIds.entries()) {
    const random = new Random(plan.seed, plan.day, 'cash', index);
    const { heldAmt } = await (await shop.logIn(riderId)).call('getOwnCash', {});
    const miscount = random.chance(miscountShare) ? random.pick([-50, -20, -10, 10]) : 0;
    const amount = toRupees(toPaise(heldAmt) + toPaise(Math.max(-heldAmt, miscount)));
    await owner.call('moveRiderCash', {
      ...{ riderId, requestId: newId(), kind: 'HANDED_IN', held: heldAmt, amount, isAll: true },
      ...(amount !== heldAmt && { note: 'Counted twice.' }),
    });
    drawerPaise += toPaise(amount);
    differencePaise += toPaise(amount) - toPaise(heldAmt);
  }
  const today = toZonedInput(shop.context.now().toISOString(), shop.context.timeZone).slice(0, 10);
  const { expected, riders = [] } = await owner.call('getDaySheet', { day: today });
  const countedAmt = toRupees(drawerPaise);
  const expectedPaise = toPaise(expected.cash) + toPaise(drawer.openingAmt);
  if (expectedPaise !== drawerPaise)
    problems.push(`The drawer has ₹${countedAmt}, the day sheet expects ₹${toRupees(expectedPaise)}.`);
  for (const { name, heldAmt } of riders)
    if (heldAmt !== 0) problems.push(`${name} still has ₹${heldAmt} after handing in.`);
  await owner.call('closeDay', {
    ...{ day: today, version: 0, expected, allowEarly: true },
    ...{ openingAmt: drawer.openingAmt, floatAmt: drawer.openingAmt },
    counted: { cash: countedAmt, upi: expected.upi, card: expected.card },
    note: 'A simulated day.',
  });
  return { differenceAmt: toRupees(differencePaise), problems };
}
