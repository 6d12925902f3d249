import type { CallAnswer, CallInput } from '#contract/calls.ts';
import { basisPointsOf, paiseOf, rupeesOf } from '#contract/rules/money.ts';
import { billOf } from '#contract/rules/pricing.ts';
import type { CallContext } from '#server/context.ts';
import type { Sql } from '#server/database/connect.ts';
import { cartCalls } from '#server/features/cart/cart.calls.ts';
import { orderCalls } from '#server/features/order/order.calls.ts';
import { runCall, testContext } from './context.ts';
import { addAddress, addShoppers } from './shop.ts';

/** What the checkout page sends. */
export type OrderInput = CallInput<'placeCashOrder'>;

/** A shopper with an address, who buys as the shop's own pages do. */
export interface Buyer {
  userId: string;
  addressId: string;
  context: CallContext;
  add(productId: string): Promise<CallAnswer<'createCartLine'> & { status: number }>;
  setQuantity(lineId: string, qty: number): Promise<CallAnswer<'updateCartQuantity'>>;
  remove(lineId: string): Promise<CallAnswer<'deleteCartLine'>>;
  /** Puts so many pieces of each product into the cart. */
  fill(quantities: Record<string, number>): Promise<void>;
  cart(): Promise<CallAnswer<'listCartLines'>['data']>;
  /** The order of the whole cart as it is now, at today's prices. */
  checkout(): Promise<OrderInput>;
  order(input: unknown, idempotencyKey?: string): Promise<CallAnswer<'placeCashOrder'> & { status: number }>;
  orders(paging?: { page?: unknown; limit?: unknown }): Promise<CallAnswer<'listOrders'>>;
}

/** New shoppers, each with an address. */
export async function openBuyers(sql: Sql, count: number): Promise<Buyer[]> {
  const userIds = await addShoppers(sql, count);
  return Promise.all(userIds.map(async (userId) => buyerOf(sql, userId, await addAddress(sql, userId))));
}

/** A new shopper with an address. */
export async function openBuyer(sql: Sql): Promise<Buyer> {
  const [buyer] = await openBuyers(sql, 1);
  if (buyer === undefined) throw new Error('No shopper was added.');
  return buyer;
}

function buyerOf(sql: Sql, userId: string, addressId: string): Buyer {
  const context = testContext(sql, { caller: { userId, sessionId: 'any' } });
  const cart = async () => (await runCall(cartCalls, 'listCartLines', context)).data;
  const add = (productId: string) => runCall(cartCalls, 'createCartLine', context, { productId });
  const setQuantity = (_id: string, qty: number) =>
    runCall(cartCalls, 'updateCartQuantity', context, { _id, qty });
  return {
    userId,
    addressId,
    context,
    add,
    setQuantity,
    cart,
    remove: (_id) => runCall(cartCalls, 'deleteCartLine', context, { _id }),
    async fill(quantities) {
      for (const [productId, quantity] of Object.entries(quantities)) {
        const { data } = await add(productId);
        if (quantity > 1) await setQuantity(data._id, quantity);
      }
    },
    async checkout() {
      const lines = await cart();
      const bill = billOf(
        lines.map(({ productId: { price, discount }, quantity }) => ({
          pricePaise: paiseOf(price),
          discountBasisPoints: basisPointsOf(discount),
          quantity,
        })),
      );
      return {
        list_items: lines.map(({ productId, quantity }) => ({ productId: productId._id, quantity })),
        addressId,
        subTotalAmt: rupeesOf(bill.subTotalPaise),
        totalAmt: rupeesOf(bill.totalPaise),
      };
    },
    order: (input, idempotencyKey) =>
      runCall(orderCalls, 'placeCashOrder', { ...context, idempotencyKey: idempotencyKey ?? null }, input),
    orders: (paging = {}) => runCall(orderCalls, 'listOrders', context, paging),
  };
}
