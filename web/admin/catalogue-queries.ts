import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category, SubCategory } from '#contract/products/category.ts';
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

/** The brands of the shop that a text begins to name, most products first. */
export function useBrands(text: string) {
  const search = text.trim();
  return useQuery({
    queryKey: [catalogueKey, 'brands', search],
    queryFn: async ({ signal }) => (await callApiOrThrow('listBrands', { search }, { signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** The tax rates that products can have; undefined until they are loaded. */
export function useTaxRates() {
  return useQuery({
    queryKey: ['tax-rates'],
    queryFn: async ({ signal }) =>
      (await callApiOrThrow('getStoreSettings', {}, { signal })).data.settings.tax,
  }).data;
}

export type CategoryKind = 'category' | 'subCategory';

/** To be called after a catalogue write: every admin page refetches. */
export function useCatalogueInvalidation() {
  const queries = useQueryClient();
  const changed = () => void queries.invalidateQueries({ queryKey: [catalogueKey] });
  return {
    changed,
    /** Removes a deleted item from the cached list at once, then refetches. */
    removed(kind: CategoryKind, id: string) {
      const queryKey = kind === 'category' ? categoriesKey : subCategoriesKey;
      queries.setQueryData<(Category | SubCategory)[]>(queryKey, (all) =>
        all?.filter(({ _id }) => _id !== id),
      );
      changed();
    },
  };
}
