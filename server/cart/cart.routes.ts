import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { addToCart, listCart, mergeGuestCart, removeFromCart, setQuantity } from './cart.service.ts';
import { getSubstitution, setSubstitution } from './substitution.service.ts';

export const cartRoutes = [
  route(endpoints.createCartLine, async (context, { productId }) => {
    const { line, isNew } = await addToCart(context, productId);
    return { message: 'Item added', data: line, created: isNew };
  }),
  route(endpoints.listCartLines, async (context) => ({ message: '', data: await listCart(context) })),
  route(endpoints.updateCartQuantity, async (context, { _id, qty }) => ({
    message: 'Item added',
    data: await setQuantity(context, _id, qty),
  })),
  route(endpoints.deleteCartLine, async (context, { _id }) => {
    await removeFromCart(context, _id);
    return { message: 'Item remove', data: null };
  }),
  route(endpoints.getSubstitution, async (context) => ({
    message: '',
    data: await getSubstitution(context),
  })),
  route(endpoints.setSubstitution, async (context, input) => ({
    message: '',
    data: await setSubstitution(context, input),
  })),
  route(endpoints.mergeCart, async (context, input) => {
    const { cart, leftOut } = await mergeGuestCart(context, input);
    return { message: '', data: cart, leftOut };
  }),
];
