import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category, SubCategory } from '#contract/category.ts';
import { callApiOrThrow } from '#web/api/client.ts';

/** First part of every catalogue query key, so that a write can invalidate all of them. */
export const catalogueKey = 'catalogue';

const categoriesKey = [catalogueKey, 'categories'];
const subCategoriesKey = [catalogueKey, 'sub-categories'];

export function useCategories() {
  return useQuery({
    queryKey: categoriesKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('listCategories', {}, { signal })).data,
  });
}

export function useSubCategories() {
  return useQuery({
    queryKey: subCategoriesKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('listSubCategories', {}, { signal })).data,
  });
}

/** To be called after a catalogue write: every admin page refetches. */
export function useCatalogueInvalidation() {
  const queries = useQueryClient();
  return {
    changed: () => readAgain(queries),
    /** Removes the deleted item from the cached list at once, then refetches. */
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
