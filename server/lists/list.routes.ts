import { endpoints } from '#contract/api.ts';
import { addedToCartMessage } from '#server/cart/cart.service.ts';
import { route } from '#server/http/route.ts';
import * as lists from './list.service.ts';

export const shoppingListRoutes = [
  route(endpoints.listShoppingLists, async (context) => ({
    message: '',
    data: await lists.listShoppingLists(context),
  })),
  route(endpoints.getShoppingList, async (context, { _id }) => ({
    message: '',
    data: await lists.getShoppingList(context, _id),
  })),
  route(endpoints.saveShoppingList, async (context, input) => {
    const { list, isNew } = await lists.saveShoppingList(context, input);
    return { message: 'List saved', data: list, created: isNew };
  }),
  route(endpoints.renameShoppingList, async (context, { _id, name }) => ({
    message: 'List renamed',
    data: await lists.renameShoppingList(context, _id, name),
  })),
  route(endpoints.deleteShoppingList, async (context, { _id }) => {
    await lists.deleteShoppingList(context, _id);
    return { message: 'List deleted', data: null };
  }),
  route(endpoints.deleteShoppingListLine, async (context, { _id }) => {
    await lists.deleteShoppingListLine(context, _id);
    return { message: 'Removed from the list', data: null };
  }),
  route(endpoints.addShoppingListToCart, async (context, { _id }) => {
    const { result, hasChanged } = await lists.addShoppingListToCart(context, _id);
    const isComplete = result.short.length + result.gone.length === 0;
    const message =
      isComplete && !hasChanged ? 'All of it is in your cart already' : addedToCartMessage(result);
    return { message, data: result };
  }),
  route(endpoints.getWishlist, async (context) => ({ message: '', data: await lists.getWishlist(context) })),
  route(endpoints.changeWishlist, async (context, input) => ({
    message: '',
    data: await lists.changeWishlist(context, input),
  })),
];
