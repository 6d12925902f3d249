import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category, SubCategory } from '#contract/category.ts';
import { callApiOrThrow } from '#web/api/client.ts';

/** Begins the key of every query about the catalogue, so that whoever changes it can have all of them read again. */
export const catalogueKey = 'catalogue';

const categoriesKey = [catalogueKey, 'categories'];
const subCategoriesKey = [catalogueKey, 'sub-categories'];

/** All categories, sorted by name. */
export function useCategories() {
  return useQuery({
    queryKey: categoriesKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('listCategories', {}, { signal })).data,
  });
}

/** All sub-categories with their categories, sorted by name. */
export function useSubCategories() {
  return useQuery({
    queryKey: subCategoriesKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('listSubCategories', {}, { signal })).data,
  });
}

/** What to call after a write, so that every page of admins reads the catalogue again. */
export function useCatalogueInvalidation() {
  const queries = useQueryClient();
  return {
    changed: () => readAgain(queries),
    /** The same, and takes at once from the list what is gone. */
    removeCategory: (id: string) => {
      queries.setQueryData<Category[]>(categoriesKey, (all) => all?.filter(({ _id }) => _id !== id));
      readAgain(queries);
    },
    removeSubCategory: (id: string) => {
      queries.setQueryData<SubCategory[]>(subCategoriesKey, (all) => all?.filter(({ _id }) => _id !== id));
      readAgain(queries);
    },
  };
}

function readAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [catalogueKey] });
}
