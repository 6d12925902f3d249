import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { getProductSummary, listStockChanges, recordStock } from './stock-changes.service.ts';

export const stockRoutes = [
  route(endpoints.listStockChanges, async (context, query) => ({
    message: '',
    ...(await listStockChanges(context, query)),
  })),
  route(endpoints.getProductSummary, async (context, { productId }) => ({
    message: '',
    data: await getProductSummary(context, productId),
  })),
  route(endpoints.recordStock, async (context, input) => ({
    message: 'Stock recorded',
    data: await recordStock(context, input),
  })),
];
