import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '#contract/calls.ts';
import type { Product } from '#contract/product.ts';
import { callApiOrThrow } from '#web/api.ts';
import { catalogueKey } from '../catalogue-key.ts';
import type { ListParameters } from './list-parameters.ts';
import { mostSelected } from './selection.ts';

const stockKey = [catalogueKey, 'stock'];

/** One page of the products that are looked at. */
export function useProductList(parameters: ListParameters, limit: number) {
  return useQuery({
    queryKey: [...stockKey, parameters, limit],
    queryFn: ({ signal }) => readPage(parameters, limit, signal),
    // What was found before stays in place until the next answer is there.
    placeholderData: keepPreviousData,
  });
}

function readPage(parameters: ListParameters, limit: number, signal: AbortSignal) {
  const { search, level, category, order, page } = parameters;
  // The call of specification section 7, as far as it can tell.
  if (level === 'any' && category === null && order === 'best')
    return callApiOrThrow('listProducts', { search, page, limit }, { signal });
  return callApiOrThrow('listStock', inputOf(parameters, limit), { signal });
}

function inputOf({ category, ...rest }: ListParameters, limit: number) {
  return { ...rest, ...(category !== null && { category }), limit };
}

const pageOfAll = 100;

/** All that is found, as far as it may be changed together. Throws `ApiError`. */
export async function readAllFound(parameters: ListParameters): Promise<Product[]> {
  const all: Product[] = [];
  for (let page = 1; all.length < mostSelected; page += 1) {
    const { data, totalPage } = await callApiOrThrow(
      'listStock',
      inputOf({ ...parameters, page }, pageOfAll),
    );
    all.push(...data);
    if (page >= totalPage) break;
  }
  return all.slice(0, mostSelected);
}

/** The named products as they are now, without those that are gone. Throws `ApiError`. */
export async function readProducts(ids: readonly string[], signal: AbortSignal): Promise<Product[]> {
  const all: Product[] = [];
  for (let first = 0; first < ids.length; first += pageOfAll) {
    const some = ids.slice(first, first + pageOfAll);
    all.push(...(await callApiOrThrow('listProductsById', { ids: some }, { signal })).data);
  }
  return all;
}

/**
 * Shows products as they have become, each where it stands: whoever works down a list does not want it to move.
 * The next look at the list reads it anew.
 */
export function showProducts(queries: QueryClient, products: readonly Product[]): void {
  const byId = new Map(products.map((product) => [product._id, product]));
  queries.setQueriesData<CallAnswer<'listStock'>>(
    { queryKey: stockKey },
    (page) => page && { ...page, data: page.data.map((product) => byId.get(product._id) ?? product) },
  );
  void queries.invalidateQueries({ queryKey: [catalogueKey], refetchType: 'none' });
  // An answer that is on its way may have been computed before the change.
  if (queries.isFetching({ queryKey: stockKey }) > 0) readListAgain(queries);
}

/** Reads the list that is looked at anew. */
export function readListAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: stockKey });
}
