import * as contract from '#contract/cart.ts';
import { shopperCall } from '../../http/served-call.ts';
import { addToCart, listCart, mergeGuestCart, removeFromCart, setQuantity } from './cart.service.ts';

export const cartCalls = [
  shopperCall(contract.createCartLine, async (context, { productId }) => {
    const { line, isNew } = await addToCart(context, productId);
    return { message: 'Item added', data: line, created: isNew };
  }),
  shopperCall(contract.listCartLines, async (context) => ({ message: '', data: await listCart(context) })),
  shopperCall(contract.updateCartQuantity, async (context, { _id, qty }) => ({
    message: 'Item added',
    data: await setQuantity(context, _id, qty),
  })),
  shopperCall(contract.deleteCartLine, async (context, { _id }) => {
    await removeFromCart(context, _id);
    return { message: 'Item remove', data: null };
  }),
  shopperCall(contract.mergeCart, async (context, input) => ({
    message: '',
    data: await mergeGuestCart(context, input),
  })),
];
