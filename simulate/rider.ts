import type { EndpointResponse } from '#contract/api.ts';
import type { Day } from './day.ts';
import { Random } from './random.ts';
import { type Client, unless } from './shop.ts';
import { type Area, areas } from './store.ts';

type Delivery = EndpointResponse<'takeDelivery'>['data'];

const mostOrders = 4;
/** Medians, in seconds. */
const loadSeconds = 40;
const doorSeconds = 60;
const nextDoorSeconds = 75;
const nobodyThereShare = 0.015;
const waitAtDoorSeconds = 150;

/** A rider takes packed orders, brings them to the doors and comes back, until the day is over. */
export async function deliverOrders(day: Day, riderId: string, index: number): Promise<void> {
  const client = await day.shop.logIn(riderId);
  const random = new Random(day.plan.seed, day.plan.day, 'rider', index);
  while (!day.isOver()) {
    const taken = await takeOrders(client);
    if (taken.length === 0) {
      await day.orderPacked.wait();
      await day.schedule.wait(random.between(5, 20));
      continue;
    }
    await day.schedule.wait(random.logNormal(loadSeconds, 0.3));
    await ride(day, client, taken, random);
  }
}

/** The order that is due first, and up to three others to the same area. */
async function takeOrders({ call }: Client): Promise<Delivery[]> {
  const free = (await call('listDeliveries', {})).waiting.filter(({ rider }) => rider === null);
  const near = free.filter(({ pincode }) => pincode === free[0]?.pincode).slice(0, mostOrders);
  const taken: Delivery[] = [];
  for (const { _id } of near) {
    const delivery = await unless(['ORDER_TAKEN', 'ORDER_STATUS'], call('takeDelivery', { _id }));
    if (delivery !== null) taken.push(delivery);
  }
  return taken;
}

const areaOf = ({ address }: Delivery): Area =>
  areas.find(({ pincode }) => pincode === address.pincode) ?? (areas[0] as Area);

async function ride(day: Day, client: Client, taken: readonly Delivery[], random: Random): Promise<void> {
  const { schedule } = day;
  const at = () => schedule.now().toISOString();
  const left: Delivery[] = [];
  for (const { _id, version } of taken) {
    const delivery = await unless(
      ['ORDER_STATUS'],
      client.call('leaveWithOrder', { _id, version, at: at() }),
    );
    // The shopper has cancelled it.
    if (delivery === null) await client.call('giveBackDelivery', { _id, version });
    else left.push(delivery);
  }
  const stops = left.toSorted((one, other) => areaOf(one).rideSeconds - areaOf(other).rideSeconds);
  let place = 0;
  const returned: Delivery[] = [];
  const move = async (seconds: number) => {
    const between = Math.abs(seconds - place) + (place === 0 ? 0 : nextDoorSeconds);
    await schedule.wait(random.logNormal(between, 0.2));
    place = seconds;
  };
  for (const delivery of [...stops]) {
    await move(areaOf(delivery).rideSeconds);
    if (random.chance(nobodyThereShare)) {
      await schedule.wait(waitAtDoorSeconds);
      await fail(client, delivery, { attempt: 1, outcome: 'RETRY', at: at() });
      stops.push(delivery);
    } else await handOver(day, client, delivery, random);
  }
  // A second attempt after the other doors.
  for (const delivery of stops.slice(left.length)) {
    await move(areaOf(delivery).rideSeconds);
    if (random.chance(0.5)) {
      await schedule.wait(waitAtDoorSeconds);
      await fail(client, delivery, { attempt: 2, outcome: 'RETURN', at: at() });
      returned.push(delivery);
    } else await handOver(day, client, delivery, random);
  }
  await schedule.wait(random.logNormal(Math.max(1, place), 0.2));
  const owner = returned.length === 0 ? day.owner : await day.shop.logIn(day.store.ownerId);
  for (const { _id } of returned) {
    await owner.call('recordUndelivered', {
      ...{ _id, attempt: 2, reason: 'NOBODY_THERE', outcome: 'RETURN', wastedLines: [] },
    });
    day.tally.returnedOrders += 1;
    day.endOrder();
  }
}

async function fail(
  client: Client,
  { _id, version }: Delivery,
  failure: { attempt: number; outcome: 'RETRY' | 'RETURN'; at: string },
): Promise<void> {
  await client.call('recordFailedDelivery', { _id, version, reason: 'NOBODY_THERE', ...failure });
}

const upiAtDoorShare = 0.4;
const notes = [10, 50, 100, 500];

async function handOver(day: Day, client: Client, delivery: Delivery, random: Random): Promise<void> {
  const { schedule } = day;
  await schedule.wait(random.logNormal(doorSeconds, 0.3));
  const { _id, version, dueAmt } = delivery;
  const at = schedule.now().toISOString();
  if (dueAmt === 0) await client.call('deliverOrder', { _id, version, payment: { kind: 'NONE' }, at });
  else if (random.chance(upiAtDoorShare)) {
    await client.call('deliverOrder', { _id, version, payment: { kind: 'UPI' }, at });
    confirmLater(day, delivery, random);
  } else {
    const note = random.pick(notes);
    const received = Math.ceil(dueAmt / note) * note;
    const payment = { kind: 'CASH', amount: dueAmt, received } as const;
    await client.call('deliverOrder', { _id, version, payment, at });
  }
  day.endOrder();
}

/** The store finds the transfer on its statement. */
function confirmLater(day: Day, { _id, dueAmt }: Delivery, random: Random): void {
  const { schedule, owner } = day;
  const at = new Date(schedule.now().getTime() + random.between(30, 900) * 1000);
  const reference = String(random.whole(100_000_000_000, 999_999_999_999));
  schedule.startAt(at, async () => {
    await owner.call('recordPayment', { _id, method: 'UPI', amount: dueAmt, reference });
  });
}
