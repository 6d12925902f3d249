import {
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
} from 'react-router';
import { parseIdFromParam, toBrandSlug } from '#contract/base/slug.ts';
import { parseListOptions } from '#contract/products/product-filter.ts';
import { notFound, pageContext } from '#web/base/page-context.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { type Named, nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Choice, FilterFields, Group } from './filter-fields.tsx';
import {
  brandSource,
  filterAddress,
  type ListSource,
  listAddress,
  listSorts,
  withoutFilters,
} from './list-options.ts';
import { findListing } from './listing-data.ts';
import { readSearchText } from './search-query.ts';

/**
 * The form of the sheets as a page, for browsers without JavaScript: of a search, or of the brand or listing that the
 * address names.
 */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const { source, ...named } = await findSource();
  const options = parseListOptions(url.searchParams, source.standardSort);
  const address = filterAddress(source, options);
  if (url.pathname !== address.split('?')[0]) throw redirect(address, 301);
  const { sort: _sort, ...filter } = options;
  const facets = await call('listFacets', { ...source.input, ...filter }, { select: ({ data }) => data });
  return { source, ...named, options, facets };

  async function findSource(): Promise<Named & { source: ListSource }> {
    if (params.brand !== undefined) {
      const input = { brand: toBrandSlug(params.brand), limit: 1 };
      const name = await call('listProductsByBrand', input, { select: ({ brand }) => brand });
      return { name, source: brandSource(name) };
    }
    if (params.category === undefined) {
      const search = readSearchText(url.searchParams);
      if (search === '') throw redirect('/search');
      return {
        name: search,
        source: { path: '/search', text: search, standardSort: 'relevance', input: { search } },
      };
    }
    const categoryId = parseIdFromParam(params.category);
    const subCategoryId = parseIdFromParam(params.subCategory ?? '');
    const [categories, subCategories] = await Promise.all([
      call('listCategories', {}, { select: ({ data }) => data.filter(({ _id }) => _id === categoryId) }),
      call(
        'listSubCategories',
        {},
        { select: ({ data }) => data.filter(({ _id }) => _id === subCategoryId) },
      ),
    ]);
    const frame = findListing(categories, subCategories, categoryId, subCategoryId);
    if (frame === null) throw notFound();
    const input = { categoryId, subCategoryId };
    return {
      name: frame.subCategory.name,
      nameHindi: frame.subCategory.nameHindi,
      source: { path: frame.path, text: '', standardSort: 'popular', input },
    };
  }
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const shop = getShop(matches);
  const title = t('products.sortAndFilter', { name: nameOf(loaderData) });
  return pageMeta({
    title: `${title} | ${shop.name}`,
    description: title,
    shop,
    path: filterAddress(loaderData.source, {}),
    isListed: false,
  });
}

export default function FilterPage() {
  const { source, options, facets, ...named } = useLoaderData<typeof loader>();
  const name = nameOf(named);
  return (
    <section className="mx-auto max-w-md pt-6 pb-12" aria-labelledby="filter-heading">
      <h1 id="filter-heading" className="mb-5 text-xl/8 wrap-anywhere text-ink">
        {t('products.sortAndFilter', { name: source.text === '' ? name : `“${name}”` })}
      </h1>
      <form method="get" action={source.path} className="grid gap-6">
        {source.text !== '' && <input type="hidden" name="q" value={source.text} />}
        <Group legend={t('products.sort')}>
          {listSorts(source).map(({ sort, text }) => (
            <Choice key={text} type="radio" name="sort" value={sort ?? ''} isChosen={sort === options.sort}>
              {text}
            </Choice>
          ))}
        </Group>
        <FilterFields options={options} facets={facets} hasBrands={!('brand' in source.input)} />
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
          <Link
            to={listAddress(source, withoutFilters(options))}
            className="inline-flex min-h-11 items-center px-3 font-semibold text-ink"
          >
            {t('products.clearAll')}
          </Link>
          <Button type="submit" isWide>
            {t('products.showProducts')}
          </Button>
        </div>
      </form>
    </section>
  );
}
