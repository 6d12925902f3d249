import type { Order } from '#contract/order.ts';
import { canBecome, mayChange, type OrderActor } from '#contract/rules/order-status.ts';

type Status = Order['status'];

/** A line of an order as a bookkeeper sees it; products are numbers. */
interface BookedLine {
  product: number;
  quantity: number;
  isOff: boolean;
}

/** An order as a bookkeeper sees it. */
export interface BookedOrder {
  shopper: number;
  isByCard: boolean;
  status: Status;
  paymentStatus: Order['payment_status'];
  lines: BookedLine[];
  /** Its page has taken money, or the money of its page belongs to another order. */
  isPageUsed: boolean;
  paid: number;
  refunded: number;
}

const maximumQuantity = 50;

/** What a careful bookkeeper expects of the shop, one step after the other: each answers with what the shop answers. */
export class Bookkeeper {
  readonly orders: BookedOrder[] = [];
  readonly carts: Map<number, number>[];
  readonly stocks: number[];
  /** What came into the shop, and what was taken out by hand. */
  readonly putIn: number[];
  readonly #prices: readonly number[];

  /** `prices` are what one piece costs after discount, in paise. */
  constructor(shoppers: number, stocks: readonly number[], prices: readonly number[]) {
    this.carts = Array.from({ length: shoppers }, () => new Map<number, number>());
    this.stocks = [...stocks];
    this.putIn = [...stocks];
    this.#prices = prices;
  }

  put(shopper: number, product: number, quantity: number): string {
    const cart = this.#cart(shopper);
    const stock = this.#stock(product);
    if (!cart.has(product)) {
      if (stock === 0) return 'STOCK_SHORT';
      cart.set(product, 1);
    }
    if (stock < quantity) return 'STOCK_SHORT';
    cart.set(product, quantity);
    return 'ok';
  }

  order(shopper: number, isByCard: boolean): string {
    const cart = this.#cart(shopper);
    if (cart.size === 0) return 'CART_EMPTY';
    const lines = [...cart].map(([product, quantity]) => ({ product, quantity, isOff: false }));
    if (!this.#isThere(lines)) return 'STOCK_SHORT';
    this.#move(lines, -1);
    cart.clear();
    const [status, paymentStatus] = isByCard
      ? (['PENDING_PAYMENT', 'PENDING'] as const)
      : (['PLACED', 'CASH ON DELIVERY'] as const);
    const booked = { shopper, isByCard, status, paymentStatus, lines };
    this.orders.push({ ...booked, isPageUsed: !isByCard, paid: 0, refunded: 0 });
    return 'ok';
  }

  /** Whether the page of an order is paid, with the right amount or one more paisa. */
  pay(order: BookedOrder, isRight: boolean): string {
    if (order.isPageUsed) return 'paid before';
    order.isPageUsed = true;
    if (!isRight) {
      if (order.status === 'PENDING_PAYMENT') this.#endUnpaid(order);
      this.#payBack(order, this.totalOf(order) + 1);
      return 'wrong amount';
    }
    if (order.status === 'PENDING_PAYMENT') {
      Object.assign(order, { status: 'PLACED', paymentStatus: 'PAID', paid: this.totalOf(order) });
      return 'placed';
    }
    if (!this.#isThere(order.lines)) {
      this.#payBack(order, this.totalOf(order));
      return 'refunded late';
    }
    this.#move(order.lines, -1);
    const cart = this.#cart(order.shopper);
    for (const { product, quantity } of order.lines) {
      const left = (cart.get(product) ?? 0) - quantity;
      if (left > 0) cart.set(product, left);
      else cart.delete(product);
    }
    const lines = order.lines.map((line) => ({ ...line }));
    const placed = { status: 'PLACED', paymentStatus: 'PAID', paid: this.totalOf(order) } as const;
    this.orders.push({ ...order, ...placed, lines });
    return 'honoured late';
  }

  expire(order: BookedOrder, isDue: boolean): string {
    if (order.status !== 'PENDING_PAYMENT' || !isDue) return 'false';
    this.#endUnpaid(order);
    return 'true';
  }

  cancel(order: BookedOrder, actor: OrderActor): string {
    if (!mayChange(actor, order.status, 'CANCELLED')) return 'ORDER_STATUS';
    if (order.status === 'PENDING_PAYMENT') this.#endUnpaid(order);
    else {
      this.#move(order.lines, 1);
      Object.assign(order, { status: 'CANCELLED', refunded: order.paid });
    }
    return 'ok';
  }

  advance(order: BookedOrder, to: Status): string {
    if (!canBecome(order.status, to) || !mayChange('staff', order.status, to)) return 'ORDER_STATUS';
    order.status = to;
    return 'ok';
  }

  takeOff(order: BookedOrder, position: number): string {
    if (order.status !== 'PLACED' && order.status !== 'PACKING') return 'ORDER_STATUS';
    const line = order.lines[position];
    if (line === undefined) return 'NOT_FOUND';
    if (line.isOff || order.lines.filter(({ isOff }) => !isOff).length === 1) return 'CONFLICT';
    line.isOff = true;
    if (order.paid > 0) order.refunded = order.paid - this.totalOf(order);
    return 'ok';
  }

  /** Pieces are delivered to the shop, or found broken; there are never fewer than none. */
  count(product: number, pieces: number): void {
    const stock = Math.max(0, this.#stock(product) + pieces);
    this.putIn[product] = (this.putIn[product] ?? 0) + stock - this.#stock(product);
    this.stocks[product] = stock;
  }

  totalOf({ lines }: BookedOrder): number {
    return lines
      .filter(({ isOff }) => !isOff)
      .reduce((sum, { product, quantity }) => sum + (this.#prices[product] ?? 0) * quantity, 0);
  }

  #endUnpaid(order: BookedOrder): void {
    Object.assign(order, { status: 'CANCELLED', paymentStatus: 'FAILED' });
    this.#move(order.lines, 1);
    const cart = this.#cart(order.shopper);
    for (const { product, quantity } of order.lines) {
      const most = Math.min(maximumQuantity, this.#stock(product) || maximumQuantity);
      cart.set(product, Math.min((cart.get(product) ?? 0) + quantity, most));
    }
  }

  #payBack(order: BookedOrder, amount: number): void {
    Object.assign(order, { paymentStatus: 'PAID', paid: amount, refunded: amount });
  }

  #move(lines: readonly BookedLine[], sign: 1 | -1): void {
    for (const { product, quantity, isOff } of lines)
      if (!isOff) this.stocks[product] = this.#stock(product) + sign * quantity;
  }

  #isThere(lines: readonly BookedLine[]): boolean {
    return lines.every(({ product, quantity }) => this.#stock(product) >= quantity);
  }

  #stock(product: number): number {
    return this.stocks[product] ?? 0;
  }

  #cart(shopper: number): Map<number, number> {
    const cart = this.carts[shopper];
    if (cart === undefined) throw new Error('There is no such shopper.');
    return cart;
  }
}
