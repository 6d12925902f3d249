import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import * as service from './category.service.ts';

export const categoryRoutes = [
  route(
    endpoints.listCategories,
    async (context) => ({ message: '', data: await service.listCategories(context) }),
    { tags: () => ['navigation'] },
  ),
  route(endpoints.addCategory, async (context, input) => ({
    message: 'Category added',
    data: await service.addCategory(context, input),
    created: true,
  })),
  route(endpoints.updateCategory, async (context, input) => ({
    message: 'Category updated',
    data: await service.updateCategory(context, input),
  })),
  route(endpoints.deleteCategory, async (context, { _id }) => {
    await service.deleteCategory(context, 'category', _id);
    return { message: 'Category deleted', data: null };
  }),
  route(
    endpoints.listSubCategories,
    async (context) => ({ message: '', data: await service.listSubCategories(context) }),
    { tags: () => ['navigation'] },
  ),
  route(endpoints.createSubCategory, async (context, input) => ({
    message: 'Sub category created',
    data: await service.createSubCategory(context, input),
    created: true,
  })),
  route(endpoints.updateSubCategory, async (context, input) => ({
    message: 'Sub category updated',
    data: await service.updateSubCategory(context, input),
  })),
  route(endpoints.deleteSubCategory, async (context, { _id }) => {
    await service.deleteCategory(context, 'sub-category', _id);
    return { message: 'Sub category deleted', data: null };
  }),
];
