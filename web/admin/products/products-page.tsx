import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { AdminProduct } from '#contract/products/product.ts';
import { useFocusAfterDeletion } from '#web/admin/confirm-call-dialog.tsx';
import { AddProductLinks } from '#web/admin/next-steps.tsx';
import { Loaded, PageHeading, Pagination, staffMeta } from '#web/admin/page-parts.tsx';
import { SearchBox, searchDelayMs } from '#web/admin/search-box.tsx';
import { usePageNumber } from '#web/admin/url-parameters.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type OpenAction, ProductDialogs } from './product-dialogs.tsx';
import { ProductFilters } from './product-filters.tsx';
import { ProductGrid, ProductGridSkeleton, ProductRowsSkeleton } from './product-grid.tsx';
import {
  invalidateProductList,
  type ListParameters,
  noFilters,
  parseListParameters,
  tableSizes,
  toFilterKey,
  useListParameters,
  useProductList,
  useProductView,
} from './product-queries.ts';
import type { ProductAction } from './product-row.tsx';
import { ProductTableView } from './product-table.tsx';

interface ProductSearchProps {
  /** The current search text. */
  text: string;
  /** Called after a pause in typing. */
  onSearch: (text: string) => void;
}

function ProductSearch({ text, onSearch }: ProductSearchProps) {
  const [typed, setTyped] = useState(text);
  const asked = useRef(text);
  const ask = useEffectEvent((words: string) => {
    asked.current = words;
    onSearch(words);
  });
  useEffect(() => {
    const words = typed.trim();
    if (words === asked.current) return;
    const timer = setTimeout(() => ask(words), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    // The text changed by navigation; own updates may be older than what is typed.
    if (text === asked.current) return;
    asked.current = text;
    setTyped(text);
  }, [text]);
  return (
    <SearchBox label="Search products" placeholder="Search product here ..." text={typed} onType={setTyped} />
  );
}

interface PageSizeSelectProps {
  size: number;
  onChoose: (size: number) => void;
}

function PageSizeSelect({ size, onChoose }: PageSizeSelectProps) {
  return (
    <p className="mt-4 flex items-center justify-center gap-3 text-sm text-ink-soft">
      <label htmlFor="rows">Rows per page</label>
      <select
        id="rows"
        value={size}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="h-11 rounded-md border border-line bg-surface px-3 text-base text-ink tabular-nums"
      >
        {tableSizes.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </p>
  );
}

export const meta = staffMeta('Product');

/** `/dashboard/product` */
export default function ProductsPage() {
  const queries = useQueryClient();
  const [parameters, change] = useListParameters();
  const [page, goTo] = usePageNumber();
  const { view, size, chooseView, chooseSize } = useProductView();
  const list = useProductList(parameters, size);
  const [doing, setDoing] = useState<OpenAction | null>(null);
  const { region, afterDeletion } = useFocusAfterDeletion();
  const act = useCallback(
    (action: ProductAction, product: AdminProduct) => setDoing({ action, product }),
    [],
  );
  return (
    <>
      <PageHeading title="Product" count={list.data?.totalCount}>
        <div className="flex w-full gap-3 sm:w-auto">
          <ProductSearch
            text={parameters.search}
            onSearch={(text) => change({ q: text }, { replace: true })}
          />
          <Link to="/dashboard/product-import" className={buttonClass('secondary')}>
            Import
          </Link>
        </div>
      </PageHeading>
      <ProductFilters
        parameters={parameters}
        onFilter={change}
        view={view}
        onView={(chosen) => {
          chooseView(chosen);
          // The page size differs between the views.
          change({}, { replace: true });
        }}
      />
      <section ref={region} tabIndex={-1} aria-label="Products" className="rounded-lg outline-offset-4">
        <Loaded
          query={list}
          subject="the products"
          skeleton={
            view === 'grid' ? <ProductGridSkeleton count={size} /> : <ProductRowsSkeleton count={size} />
          }
        >
          {({ data: products, totalCount, totalPage }) => (
            <>
              {view === 'table' ? (
                // Rendered without rows as well, so that pending edits survive a search.
                <ProductTableView
                  products={products}
                  totalCount={totalCount}
                  parameters={parameters}
                  isBusy={list.isPlaceholderData}
                  onSort={(sort) => change({ sort })}
                  onAction={act}
                  onSelectionEnd={afterDeletion}
                />
              ) : (
                <ProductGrid products={products} isBusy={list.isPlaceholderData} onAction={act} />
              )}
              {products.length === 0 && (
                <NothingFound
                  parameters={parameters}
                  onFirstPage={() => goTo(1)}
                  onShowAll={() => change({ q: '', ...noFilters })}
                />
              )}
              <Pagination label="Products" page={page} totalPage={totalPage} onChoose={goTo} />
              {view === 'table' && (
                <PageSizeSelect
                  size={size}
                  onChoose={(chosen) => {
                    chooseSize(chosen);
                    change({}, { replace: true });
                  }}
                />
              )}
            </>
          )}
        </Loaded>
      </section>
      <ProductDialogs
        doing={doing}
        onSaved={() => invalidateProductList(queries)}
        onDeleted={afterDeletion}
        onClose={() => setDoing(null)}
      />
    </>
  );
}

interface NothingFoundProps {
  parameters: ListParameters;
  onFirstPage: () => void;
  onShowAll: () => void;
}

function NothingFound({ parameters, onFirstPage, onShowAll }: NothingFoundProps) {
  const { page } = parameters;
  if (page > 1) {
    return (
      <EmptyState title="No Data" action={<Button onClick={onFirstPage}>Go to the first page</Button>}>
        This page does not exist.
      </EmptyState>
    );
  }
  const isFiltered = toFilterKey(parameters) !== toFilterKey(parseListParameters(new URLSearchParams()));
  return (
    <EmptyState
      title="No Data"
      action={isFiltered ? <Button onClick={onShowAll}>Show all products</Button> : <AddProductLinks />}
    >
      {reasonOf(parameters, isFiltered)}
    </EmptyState>
  );
}

function reasonOf(parameters: ListParameters, isFiltered: boolean): string {
  const { search, level, category, status, gst, isHsnMissing, brand, family, location } = parameters;
  if (!isFiltered) return 'No products yet.';
  if (search !== '') return `No products match “${search}”.`;
  if (level === 'out') return 'No products are out of stock.';
  if (level === 'low') return 'No products are low on stock.';
  if (brand + family + location !== '') return 'No products have this brand, family or location.';
  if (gst === 'unknown') return 'All these products have a GST rate.';
  if (gst !== null) return `No such products have ${gst} % GST.`;
  if (isHsnMissing) return 'All these products have an HSN code.';
  if (category !== null) return 'This category has no such products.';
  return status === null ? 'No products match.' : 'No products have this status.';
}
