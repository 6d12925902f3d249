import { dayMs, hourMs } from '#contract/base/durations.ts';
import type { DeliveryPromise } from '#contract/delivery/promised-minutes.ts';
import type { ShiftRole } from '#contract/staff/shift.ts';
import type { Database } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import { learnPromise } from '#server/delivery/learned-promise.service.ts';
import { tellLateOrders } from '#server/promise/late-orders.service.ts';
import { closeCashBooks, type Drawer, giveChange } from './cash.ts';
import type { Day, DayPlan, Tally } from './day.ts';
import { type DeliveredOrder, listDelivered } from './figures.ts';
import { pickOrders } from './picker.ts';
import { Random } from './random.ts';
import { deliverOrders } from './rider.ts';
import { Schedule } from './schedule.ts';
import { type Client, startShop } from './shop.ts';
import { shopFor } from './shopper.ts';
import { areas, type Store } from './store.ts';
import { findDifferences } from './verify.ts';

// 00:00 in India on a Monday.
const firstDay = Date.parse('2027-03-01T00:00:00+05:30');
const opensAtHour = 7;
const openHours = 15;
// The shop does so every ten minutes, which makes no difference to four weeks.
const learnSeconds = 3600;
const lateSeconds = 60;
const cashHour = 6.5;
/** A shift ends after 12 hours. */
const afternoonHour = 15;

/** Orders of a day: this part comes evenly while the store is open, the others around two peaks. */
const evenShare = 0.4;
const peaks = [
  { share: 0.25, hour: 10, deviationHours: 1.2 },
  { share: 0.35, hour: 19, deviationHours: 1.5 },
] as const;

/** The result of a simulated day. */
export interface DayResult {
  tally: Tally;
  delivered: DeliveredOrder[];
  /** What riders handed in less what they should have, in rupees. */
  cashDifferenceAmt: number;
  /** What does not add up; empty if all does. */
  differences: string[];
}

/** Simulates a day of a store: the same plan on the same data is the same day. */
export async function simulateDay(db: Database, store: Store, plan: DayPlan): Promise<DayResult> {
  const midnight = new Date(firstDay + plan.day * dayMs);
  const schedule = new Schedule(new Date(midnight.getTime() + cashHour * hourMs));
  const shop = await startShop(db, schedule.now);
  try {
    const owner = await shop.logIn(store.ownerId);
    const settings = await changePromise(owner, plan.promise);
    const arrivals = listArrivals(plan).map((at) => new Date(midnight.getTime() + at));
    let openOrders = arrivals.length;
    const day: Day = {
      ...{ plan, schedule, shop, store, settings, owner },
      orderPlaced: schedule.createSignal(),
      orderPacked: schedule.createSignal(),
      isOver: () => openOrders === 0,
      endOrder() {
        openOrders -= 1;
        if (openOrders > 0) return;
        day.orderPlaced.give();
        day.orderPacked.give();
      },
      buyers: new Map(),
      tally: {
        ...{ lines: 0, foundLines: 0, pickSeconds: 0, proposedLines: 0, replacedLines: 0 },
        ...{ cancelledOrders: 0, returnedOrders: 0 },
      },
    };
    const start = schedule.now();
    const drawer: Drawer = await giveChange(day);
    const afternoon = new Date(midnight.getTime() + afternoonHour * hourMs);
    for (const [index, pickerId] of store.pickerIds.entries()) {
      for (const at of [start, afternoon]) schedule.startAt(at, () => beginShift(day, pickerId, 'picker'));
      schedule.startAt(start, () => pickOrders(day, pickerId, index));
    }
    for (const [index, riderId] of store.riderIds.entries()) {
      for (const at of [start, afternoon]) schedule.startAt(at, () => beginShift(day, riderId, 'rider'));
      schedule.startAt(start, () => deliverOrders(day, riderId, index));
    }
    for (const [index, at] of arrivals.entries()) schedule.startAt(at, () => shopFor(day, index));
    schedule.startAt(start, () => repeat(day, learnSeconds, () => learnPromise(shop.context)));
    schedule.startAt(start, () =>
      repeat(day, lateSeconds, () => tellLateOrders(shop.context, new AbortController().signal)),
    );
    await schedule.run();
    const cash = await closeCashBooks(day, drawer);
    await learnPromise(shop.context);
    return {
      tally: day.tally,
      delivered: await listDelivered(db, midnight),
      cashDifferenceAmt: cash.differenceAmt,
      differences: [...cash.problems, ...(await findDifferences(db, midnight))],
    };
  } finally {
    await shop.close();
  }
}

/** Times after midnight (ms) at which shoppers open the shop, in their order. */
function listArrivals({ orders, seed, day }: DayPlan): number[] {
  const random = new Random(seed, day, 'arrivals');
  const toHour = (): number => {
    const kind = random.next();
    const peak = kind < evenShare ? null : kind < evenShare + peaks[0].share ? peaks[0] : peaks[1];
    const hour =
      peak === null
        ? random.between(opensAtHour, opensAtHour + openHours)
        : peak.hour + random.normal() * peak.deviationHours;
    return hour > opensAtHour && hour < opensAtHour + openHours ? hour : toHour();
  };
  return Array.from({ length: orders }, () => Math.round(toHour() * hourMs)).sort((a, b) => a - b);
}

async function changePromise(owner: Client, promise: DeliveryPromise): Promise<Day['settings']> {
  const { version, settings } = await owner.call('getStoreSettings', {});
  const groups = areas.map(({ pincode, extraMinutes }) => ({
    ...{ name: pincode, pincodes: [pincode], deliveryFeeAmt: null, minimumOrderAmt: null, extraMinutes },
  }));
  const saved = await owner.call('updateStoreSettings', {
    version,
    settings: {
      ...settings,
      promise,
      deliveryArea: { kind: 'PINCODES', groups, radius: null },
      upi: { vpa: 'store@okbank', payeeName: 'Store' },
    },
  });
  return saved.settings;
}

async function beginShift({ shop }: Day, personId: string, role: ShiftRole): Promise<void> {
  await (await shop.logIn(personId)).call('clockIn', { _id: newId(), role });
}

/** What a job of the shop does, by the clock of the simulation. */
async function repeat(day: Day, seconds: number, job: () => Promise<void>): Promise<void> {
  while (!day.isOver()) {
    await day.schedule.wait(seconds);
    await job();
  }
}
