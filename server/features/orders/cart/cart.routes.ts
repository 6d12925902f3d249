import * as contract from '#contract/cart.ts';
import { shopperRoute } from '#server/http/route.ts';
import { addToCart, listCart, mergeGuestCart, removeFromCart, setQuantity } from './cart.service.ts';

export const cartRoutes = [
  shopperRoute(contract.createCartLine, async (context, { productId }) => {
    const { line, isNew } = await addToCart(context, productId);
    return { message: 'Item added', data: line, created: isNew };
  }),
  shopperRoute(contract.listCartLines, async (context) => ({ message: '', data: await listCart(context) })),
  shopperRoute(contract.updateCartQuantity, async (context, { _id, qty }) => ({
    message: 'Item added',
    data: await setQuantity(context, _id, qty),
  })),
  shopperRoute(contract.deleteCartLine, async (context, { _id }) => {
    await removeFromCart(context, _id);
    return { message: 'Item remove', data: null };
  }),
  shopperRoute(contract.mergeCart, async (context, input) => ({
    message: '',
    data: await mergeGuestCart(context, input),
  })),
];
