import type { ShopperContext } from '../../context.ts';
import { unknownOrder } from '../order/order-life.service.ts';
import { getRole } from '../session/session.service.ts';
import { isOrder, isOrderOf } from './order-events.queries.ts';

/** Lets shoppers follow their own orders, and admins any; says whether it is their own. Throws NOT_FOUND. */
export async function requireMayFollow(context: ShopperContext, orderId: string): Promise<boolean> {
  const { sql, caller } = context;
  if (await isOrderOf(sql, caller.userId, orderId)) return true;
  if ((await getRole(context)) !== 'ADMIN' || !(await isOrder(sql, orderId))) throw unknownOrder();
  return false;
}
