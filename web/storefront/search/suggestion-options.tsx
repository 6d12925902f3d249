import { Clock, LayoutGrid, Search, SpellCheck, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { brandPath, listingPath, productPath } from '#contract/base/slug.ts';
import type { SearchSuggestions } from '#contract/products/product.ts';
import { shownNameOf, toPriceTag } from '#web/storefront/product-card-data.ts';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { Picture } from '#web/ui/picture.tsx';

/** A row of the list. */
export type Option = { key: string } & (
  | { kind: 'correction' | 'recent'; search: string }
  | { kind: 'brand'; path: string; name: string; count: number }
  | { kind: 'listing'; path: string; name: string; category: string }
  | { kind: 'product'; path: string; product: SearchSuggestions['products'][number] }
);

const recentWhileTyping = 2;

/** A correction, recent searches, brands, listings and products, in this order; without a text all recent searches. */
export function toOptions(
  query: string,
  recent: readonly string[],
  suggestions: SearchSuggestions | null,
): Option[] {
  const typed = query.toLowerCase();
  const isContinued = (search: string) =>
    search.toLowerCase().startsWith(typed) && search.length > query.length;
  const searches = query === '' ? recent : recent.filter(isContinued).slice(0, recentWhileTyping);
  const options: Option[] = searches.map((search, index) => ({
    key: `recent-${index}`,
    kind: 'recent',
    search,
  }));
  if (query === '' || suggestions === null) return options;
  const { correction, brands, listings, products } = suggestions;
  if (correction !== null) options.unshift({ key: 'correction', kind: 'correction', search: correction });
  for (const { name, count } of brands) {
    const path = brandPath(name);
    options.push({ key: `brand-${path}`, kind: 'brand', path, name, count });
  }
  for (const { category, subCategory } of listings) {
    const path = listingPath(category, subCategory);
    options.push({
      key: `listing-${subCategory._id}`,
      kind: 'listing',
      path,
      name: nameOf(subCategory),
      category: nameOf(category),
    });
  }
  for (const product of products)
    options.push({ key: `product-${product._id}`, kind: 'product', path: productPath(product), product });
  return options;
}

/** The key of the next option; null, which is the search box, before the first and after the last. */
export function findNeighbour(options: readonly Option[], key: string | null, step: 1 | -1): string | null {
  const index = options.findIndex((option) => option.key === key);
  const next = index === -1 && step === -1 ? options.length - 1 : index + step;
  return options[next]?.key ?? null;
}

const iconClass = 'mx-2 size-5 flex-none text-ink-soft';

export function OptionContent({ option, query }: { option: Option; query: string }) {
  switch (option.kind) {
    case 'correction':
      return (
        <>
          <SpellCheck aria-hidden="true" className={iconClass} />
          <span className="min-w-0 wrap-anywhere">
            {t('products.didYouMean')} <b>{option.search}</b>
            {t('products.didYouMeanEnd')}
          </span>
        </>
      );
    case 'recent':
      return (
        <>
          <Clock aria-hidden="true" className={iconClass} />
          <span className="min-w-0 truncate">{highlight(option.search, query)}</span>
        </>
      );
    case 'brand':
      return (
        <>
          <Tag aria-hidden="true" className={iconClass} />
          <span className="min-w-0 flex-1 truncate">
            {highlight(option.name, query)}{' '}
            <span className="text-sm text-ink-soft">{t('products.brand')}</span>
          </span>
          <span className="flex-none text-sm text-ink-soft tabular-nums">
            {t('products.count', { count: option.count })}
          </span>
        </>
      );
    case 'listing':
      return (
        <>
          <LayoutGrid aria-hidden="true" className={iconClass} />
          <span className="min-w-0 flex-1 truncate">
            {highlight(option.name, query)}{' '}
            <span className="text-sm text-ink-soft">
              {t('products.inCategory', { category: option.category })}
            </span>
          </span>
        </>
      );
    default: {
      const { product } = option;
      return (
        <>
          {product.image === '' ? (
            <Search aria-hidden="true" className={iconClass} />
          ) : (
            <Picture
              src={product.image}
              alt=""
              width={36}
              height={36}
              sizes="36px"
              className="size-9 flex-none rounded-sm object-contain"
            />
          )}
          <span lang={langOf(nameOf(product))} className="line-clamp-2 min-w-0 flex-1 leading-5">
            {highlight(shownNameOf(product), query)}
          </span>
          <span className="flex-none text-right text-sm leading-5 tabular-nums">
            <span className="block font-semibold">{toPriceTag(product).now}</span>
            <span className="block text-ink-soft">{product.unit}</span>
          </span>
        </>
      );
    }
  }
}

const words = /[\p{L}\p{N}\p{M}]+/gu;

/** The text with the starts of words that the query has in bold. */
export function highlight(text: string, query: string): ReactNode[] {
  const typed = query.toLowerCase().match(words) ?? [];
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(words)) {
    const lower = word.toLowerCase();
    const length = Math.max(0, ...typed.map((start) => (lower.startsWith(start) ? start.length : 0)));
    if (length === 0) continue;
    parts.push(text.slice(end, index), <b key={index}>{text.slice(index, index + length)}</b>);
    end = index + length;
  }
  return [...parts, text.slice(end)];
}
