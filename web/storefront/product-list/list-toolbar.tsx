import { ArrowDownUp, SlidersHorizontal, X } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ProductFacets } from '#contract/products/product.ts';
import type { ListOptions } from '#contract/products/product-filter.ts';
import { t } from '#web/texts/t.ts';
import { lazyDialog } from '#web/ui/lazy.tsx';
import {
  filterAddress,
  type ListSource,
  listAddress,
  sortTexts,
  toAppliedFilters,
  toCountText,
  withoutFilters,
} from './list-options.ts';

const FilterSheet = lazyDialog(async () => (await import('./filter-sheet.tsx')).FilterSheet);
const SortSheet = lazyDialog(async () => (await import('./filter-sheet.tsx')).SortSheet);

const pillClass =
  // In pixels, because with large text there is hardly room for the words.
  'inline-flex min-h-11 items-center gap-[6px] rounded-full border bg-surface px-[16px] text-sm font-semibold text-ink select-none hover:border-leaf';
const chipClass =
  'inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-leaf-soft py-1 pr-3 pl-4 text-sm font-medium text-leaf';

interface ListToolbarProps {
  source: ListSource;
  options: ListOptions;
}

/**
 * Opens the sheets for order and filters, and shows the filters for removal. Without JavaScript, and before
 * hydration, both buttons lead to a page with the same form.
 */
export function ListToolbar({ source, options }: ListToolbarProps) {
  const [sheet, setSheet] = useState<'sort' | 'filter' | null>(null);
  const filterButton = useRef<HTMLAnchorElement>(null);
  const applied = toAppliedFilters(options);
  const href = filterAddress(source, options);
  const sortText = sortTexts[options.sort ?? source.standardSort];
  const open = (name: 'sort' | 'filter') => (event: MouseEvent) => {
    // A click with a modifier opens the page in a new tab, as usual.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setSheet(name);
  };
  const close = () => setSheet(null);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2" data-testid="list-toolbar">
      <Link
        to={href}
        rel="nofollow"
        onClick={open('sort')}
        aria-haspopup="dialog"
        className={`${pillClass} ${options.sort === undefined ? 'border-line' : 'border-leaf'}`}
      >
        <ArrowDownUp aria-hidden="true" className="size-[16px] flex-none" />
        {t('products.sort')}
        <span className="sr-only md:not-sr-only md:font-normal md:text-ink-soft">{` ${sortText}`}</span>
      </Link>
      <Link
        ref={filterButton}
        to={href}
        rel="nofollow"
        onClick={open('filter')}
        aria-haspopup="dialog"
        className={`${pillClass} ${applied.length === 0 ? 'border-line' : 'border-leaf'}`}
      >
        <SlidersHorizontal aria-hidden="true" className="size-[16px] flex-none" />
        {t('products.filter')}
        {applied.length > 0 && (
          <span className="rounded-full bg-leaf px-1.5 text-xs/5 text-on-leaf tabular-nums">
            {applied.length}
            <span className="sr-only"> {t('products.applied')}</span>
          </span>
        )}
      </Link>
      {applied.length > 0 && (
        <ul aria-label={t('products.appliedFilters')} className="contents">
          {applied.map(({ text, group, rest }) => (
            <li key={`${group} ${text}`} className="min-w-0">
              <Link
                to={listAddress(source, rest)}
                rel="nofollow"
                // The link is removed with the filter.
                onClick={() => filterButton.current?.focus()}
                className={chipClass}
              >
                <span className="sr-only">{t('products.removeFilter')} </span>
                <span className="truncate">{text}</span>
                <X aria-hidden="true" className="size-4 flex-none" />
              </Link>
            </li>
          ))}
          <li>
            <Link
              to={listAddress(source, withoutFilters(options))}
              onClick={() => filterButton.current?.focus()}
              className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-ink underline"
            >
              {t('products.clearAll')}
            </Link>
          </li>
        </ul>
      )}
      {sheet === 'sort' && <SortSheet source={source} options={options} onClose={close} />}
      {sheet === 'filter' && <FilterSheet source={source} options={options} onClose={close} />}
    </div>
  );
}

interface EmptiedListProps extends ListToolbarProps {
  /** Numbers of products without one of the filters. */
  without: ProductFacets['without'];
}

/** A list without products because of its filters: which of them to remove. */
export function EmptiedList({ source, options, without }: EmptiedListProps) {
  const applied = toAppliedFilters(options);
  const groups = Map.groupBy(applied, ({ group }) => group);
  const helpful = [...groups].filter(([group]) => without[group] > 0);
  return (
    <div className="flex flex-col items-center py-12 text-center">
      <div role="status">
        <h2 className="text-lg/6 text-ink">{t('products.noneMatch')}</h2>
        <p className="mt-2 text-ink-soft">
          {helpful.length > 0 ? t('products.removeOne') : t('products.removeFilters')}
        </p>
      </div>
      <ul className="mt-5 flex flex-wrap justify-center gap-2">
        {helpful.map(([group, filters]) => (
          <li key={group}>
            <Link
              to={listAddress(source, withoutGroup(options, filters))}
              rel="nofollow"
              className={`${pillClass} border-line`}
            >
              <X aria-hidden="true" className="size-4 flex-none text-ink-soft" />
              <span className="wrap-anywhere">{filters.map(({ text }) => text).join(', ')}</span>
              <span className="font-normal text-ink-soft">{toCountText(without[group])}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link
            to={listAddress(source, withoutFilters(options))}
            className={`${pillClass} border-leaf text-leaf`}
          >
            {t('products.clearFilters')}
          </Link>
        </li>
      </ul>
    </div>
  );
}

/** A brand is removed with all others. */
function withoutGroup(
  options: ListOptions,
  filters: readonly { group: string; rest: ListOptions }[],
): ListOptions {
  const [first] = filters;
  return first?.group === 'brands' ? { ...options, brands: [] } : (first?.rest ?? options);
}
