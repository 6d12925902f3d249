import { Link } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import { brandPath, listingPath } from '#contract/base/slug.ts';
import { searchPath } from '#web/storefront/product-list/search-query.ts';
import { langOf, nameOf, t } from '#web/texts/t.ts';

export type RelatedLink =
  | { kind: 'correction'; path: string; name: string }
  | { kind: 'brand' | 'listing'; path: string; name: string; detail: string };

/** What a search may have meant besides its results: a correction, brands and listings, in this order. */
export function toRelatedLinks({
  data: { correction, brands, listings },
}: EndpointResponse<'suggestProducts'>): RelatedLink[] {
  return [
    ...(correction === null
      ? []
      : [{ kind: 'correction' as const, path: searchPath(correction), name: correction }]),
    ...brands.map(({ name }) => ({
      ...{ kind: 'brand' as const, path: brandPath(name), name, detail: t('products.brand') },
    })),
    ...listings.map(({ category, subCategory }) => ({
      kind: 'listing' as const,
      path: listingPath(category, subCategory),
      name: nameOf(subCategory),
      detail: t('products.inCategory', { category: nameOf(category) }),
    })),
  ];
}

/** One row of links above the results, which scrolls sideways where it has no space. */
export function RelatedLinks({ related }: { related: readonly RelatedLink[] }) {
  if (related.length === 0) return null;
  return (
    <nav aria-label={t('products.suggestions')} className="-mx-(--page-gutter) mb-3">
      <ul className="flex gap-2 overflow-x-auto px-(--page-gutter) py-1">
        {related.map((link) => (
          <li key={link.path} className="flex-none">
            <Link
              to={link.path}
              prefetch="intent"
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-surface px-4 text-sm font-medium whitespace-nowrap text-ink hover:text-leaf"
            >
              {link.kind === 'correction' ? (
                <span>
                  {t('products.didYouMean')} <b>{link.name}</b>
                  {t('products.didYouMeanEnd')}
                </span>
              ) : (
                <>
                  <span lang={langOf(link.name)}>{link.name}</span>{' '}
                  <span className="text-ink-soft">{link.detail}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
