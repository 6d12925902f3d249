import { useQueryClient } from '@tanstack/react-query';
import { LayoutGrid, Rows3 } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { AdminProduct } from '#contract/product.ts';
import { useCategories } from '#web/admin/catalogue-queries.ts';
import { useFocusAfterDeletion } from '#web/admin/focus.ts';
import { LoadError } from '#web/admin/load-error.tsx';
import { PageHeading } from '#web/admin/page-heading.tsx';
import { SearchBox } from '#web/admin/search-box.tsx';
import { usePageNumber } from '#web/admin/url-parameters.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { type OpenAction, ProductDialogs } from './product-dialogs.tsx';
import { ProductGrid, ProductGridSkeleton, ProductRowsSkeleton } from './product-grid.tsx';
import {
  invalidateProductList,
  type ListParameters,
  tableSizes,
  useListParameters,
  useProductList,
  useProductView,
  type View,
} from './product-queries.ts';
import type { ProductAction } from './product-row.tsx';
import { ProductTableView } from './product-table.tsx';

const pauseMs = 300;

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
    const timer = setTimeout(() => ask(words), pauseMs);
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

interface ProductFiltersProps {
  parameters: ListParameters;
  onFilter: (changes: {
    stock?: string;
    status?: string;
    category?: string;
    gst?: string;
    sort?: string;
  }) => void;
  view: View;
  onView: (view: View) => void;
}

const select =
  'h-11 min-w-0 flex-1 basis-36 rounded-md border border-line bg-surface px-3 text-base text-ink sm:max-w-52';

function ProductFilters({ parameters, onFilter, view, onView }: ProductFiltersProps) {
  const { data: categories = [] } = useCategories();
  const { level, status, category, isGstUnknown } = parameters;
  const isKnown = category === null || categories.some(({ _id }) => _id === category);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <select
        aria-label="Filter by stock"
        value={level}
        onChange={({ target: { value } }) => onFilter({ stock: value === 'any' ? '' : value })}
        className={select}
      >
        <option value="any">Any stock</option>
        <option value="low">Low stock</option>
        <option value="out">Out of stock</option>
      </select>
      <select
        aria-label="Filter by status"
        value={status ?? ''}
        onChange={({ target: { value } }) => onFilter({ status: value })}
        className={select}
      >
        <option value="">Any status</option>
        <option value="active">Active</option>
        <option value="draft">Drafts</option>
        <option value="archived">Archived</option>
      </select>
      <select
        aria-label="Filter by category"
        value={category ?? ''}
        onChange={({ target: { value } }) => onFilter({ category: value })}
        className={select}
      >
        <option value="">All categories</option>
        {!isKnown && <option value={category}>…</option>}
        {categories.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Filter by GST rate"
        value={isGstUnknown ? 'unknown' : ''}
        onChange={({ target: { value } }) => onFilter({ gst: value })}
        className={select}
      >
        <option value="">Any GST rate</option>
        <option value="unknown">No GST rate</option>
      </select>
      <fieldset className="ml-auto flex rounded-md border border-line bg-sunken p-0.5">
        <legend className="sr-only">View</legend>
        <ViewButton label="Grid" isChosen={view === 'grid'} onChoose={() => onView('grid')}>
          <LayoutGrid aria-hidden="true" className="size-5" />
        </ViewButton>
        <ViewButton label="Table" isChosen={view === 'table'} onChoose={() => onView('table')}>
          <Rows3 aria-hidden="true" className="size-5" />
        </ViewButton>
      </fieldset>
    </div>
  );
}

interface ViewButtonProps {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function ViewButton({ label, isChosen, onChoose, children }: ViewButtonProps) {
  return (
    <label
      title={label}
      className="flex size-10 cursor-pointer items-center justify-center rounded-[0.625rem] text-ink-soft pointer-coarse:size-11 hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-leaf"
    >
      <input type="radio" name="view" className="sr-only" checked={isChosen} onChange={onChoose} />
      {children}
      <span className="sr-only">{label}</span>
    </label>
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

export function meta() {
  return [{ title: 'Product' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/product` */
export default function ProductsPage() {
  const queries = useQueryClient();
  const [parameters, change] = useListParameters();
  const [page, goTo] = usePageNumber();
  const { view, size, chooseView, chooseSize } = useProductView();
  const list = useProductList(parameters, size);
  const { data } = list;
  const [doing, setDoing] = useState<OpenAction | null>(null);
  const { region, afterDeletion } = useFocusAfterDeletion();
  const act = useCallback(
    (action: ProductAction, product: AdminProduct) => setDoing({ action, product }),
    [],
  );
  const products = data?.data ?? [];
  return (
    <>
      <PageHeading title="Product" count={data?.totalCount}>
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
        {list.isPending ? (
          view === 'grid' ? (
            <ProductGridSkeleton count={size} />
          ) : (
            <ProductRowsSkeleton count={size} />
          )
        ) : data === undefined ? (
          <LoadError
            subject="the products"
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <>
            {view === 'table' ? (
              // Rendered without rows as well, so that pending edits survive a search.
              <ProductTableView
                products={products}
                totalCount={data.totalCount}
                parameters={parameters}
                isBusy={list.isPlaceholderData}
                onSort={(sort) => change({ sort })}
                onAction={act}
                onBarGone={afterDeletion}
              />
            ) : (
              <ProductGrid products={products} isBusy={list.isPlaceholderData} onAction={act} />
            )}
            {products.length === 0 && (
              <NothingFound
                parameters={parameters}
                onFirstPage={() => goTo(1)}
                onShowAll={() => change({ q: '', stock: '', status: '', category: '', gst: '' })}
              />
            )}
            <Pagination label="Products" page={page} totalPage={data.totalPage} onChoose={goTo} />
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
  const { search, level, status, category, isGstUnknown, page } = parameters;
  if (page > 1) {
    return (
      <EmptyState title="No Data" action={<Button onClick={onFirstPage}>Go to the first page</Button>}>
        This page does not exist.
      </EmptyState>
    );
  }
  const isFiltered = search !== '' || level !== 'any' || status !== null || category !== null || isGstUnknown;
  return (
    <EmptyState
      title="No Data"
      action={isFiltered ? <Button onClick={onShowAll}>Show all products</Button> : undefined}
    >
      {reasonOf(parameters, isFiltered)}
    </EmptyState>
  );
}

function reasonOf({ search, level, category, isGstUnknown }: ListParameters, isFiltered: boolean): string {
  if (!isFiltered) return 'No products yet.';
  if (search !== '') return `No products match “${search}”.`;
  if (level === 'out') return 'No products are out of stock.';
  if (level === 'low') return 'No products are low on stock.';
  if (isGstUnknown) return 'All these products have a GST rate.';
  return category === null ? 'No products have this status.' : 'This category has no such products.';
}
