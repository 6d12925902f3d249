import * as contract from '#contract/category.ts';
import * as subCategoryContract from '#contract/category.ts';
import { adminRoute, publicRoute } from '#server/http/route.ts';
import * as service from './category.service.ts';

export const categoryRoutes = [
  publicRoute(contract.listCategories, async (context) => ({
    message: '',
    data: await service.listCategories(context),
  })),
  adminRoute(contract.addCategory, async (context, input) => ({
    message: 'Category added',
    data: await service.addCategory(context, input),
    created: true,
  })),
  adminRoute(contract.updateCategory, async (context, input) => ({
    message: 'Category updated',
    data: await service.updateCategory(context, input),
  })),
  adminRoute(contract.deleteCategory, async (context, { _id }) => {
    await service.deleteCategory(context, _id);
    return { message: 'Category deleted', data: null };
  }),
];

export const subCategoryRoutes = [
  publicRoute(subCategoryContract.listSubCategories, async (context) => ({
    message: '',
    data: await service.listSubCategories(context),
  })),
  adminRoute(subCategoryContract.createSubCategory, async (context, input) => ({
    message: 'Sub category created',
    data: await service.createSubCategory(context, input),
    created: true,
  })),
  adminRoute(subCategoryContract.updateSubCategory, async (context, input) => ({
    message: 'Sub category updated',
    data: await service.updateSubCategory(context, input),
  })),
  adminRoute(subCategoryContract.deleteSubCategory, async (context, { _id }) => {
    await service.deleteSubCategory(context, _id);
    return { message: 'Sub category deleted', data: null };
  }),
];
