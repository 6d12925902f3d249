import type { EndpointResponse } from '#contract/api.ts';
import type { DeliveryPromise } from '#contract/delivery/promised-minutes.ts';
import { Random } from './random.ts';
import type { Schedule, Signal } from './schedule.ts';
import type { Client, RunningShop } from './shop.ts';
import type { Store } from './store.ts';

export interface DayPlan {
  orders: number;
  seed: number;
  promise: DeliveryPromise;
  /** Days after the first one of the store. */
  day: number;
}

/** What the people of a simulated day share. */
export interface Day {
  plan: DayPlan;
  schedule: Schedule;
  shop: RunningShop;
  store: Store;
  settings: EndpointResponse<'getStoreSettings'>['data']['settings'];
  owner: Client;
  /** Given when there may be an order to pick. */
  orderPlaced: Signal;
  orderPacked: Signal;
  /** Whether all orders were delivered or cancelled, and none will be placed. */
  isOver(): boolean;
  /** Called once for each order, when it is delivered or cancelled, or was never placed. */
  endOrder(): void;
  /** Who has placed each order. */
  buyers: Map<string, Buyer>;
  tally: Tally;
}

export interface Buyer {
  client: Client;
  /** The position of the order among all of the day. */
  index: number;
}

/** What the people of a day count. */
export interface Tally {
  /** Lines that were picked, those of which all was found, and the seconds it took. */
  lines: number;
  foundLines: number;
  pickSeconds: number;
  /** Missing lines for which another product was proposed, and for which one was taken. */
  proposedLines: number;
  replacedLines: number;
  cancelledOrders: number;
  returnedOrders: number;
}

/** The seconds of a step of an order, which are the same whatever the promise is. */
export function ofOrder({ plan }: Day, index: number, step: string): Random {
  return new Random(plan.seed, plan.day, 'order', index, step);
}
