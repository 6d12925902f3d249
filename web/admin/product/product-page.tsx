import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { Product } from '#contract/product.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { OutOfReach } from '../out-of-reach.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageNumber } from '../page-parameter.ts';
import { useFocusAfterDeletion } from '../use-focus-after-deletion.ts';
import { type ListParameters, useListParameters } from './list-parameters.ts';
import { type Doing, ProductDialogs } from './product-dialogs.tsx';
import { ProductFilters } from './product-filters.tsx';
import { ProductGrid, ProductGridSkeleton, ProductRowsSkeleton } from './product-grid.tsx';
import { readListAgain, useProductList } from './product-list.ts';
import { ProductSearch } from './product-search.tsx';
import { ProductWork } from './product-work.tsx';
import type { Action } from './row-actions.tsx';
import { RowsChoice } from './rows-choice.tsx';
import { useViewChoice } from './view-choice.ts';

export function meta() {
  return [{ title: 'Product' }, { name: 'robots', content: 'noindex' }];
}

/** The products of the shop (`/dashboard/product`): found, changed one by one or many together, deleted. */
export default function ProductPage() {
  const queries = useQueryClient();
  const [parameters, change] = useListParameters();
  const [page, goTo] = usePageNumber();
  const { view, size, chooseView, chooseSize } = useViewChoice();
  const list = useProductList(parameters, size);
  const { data } = list;
  const [doing, setDoing] = useState<Doing | null>(null);
  const { region, afterDeletion } = useFocusAfterDeletion();
  const act = useCallback((action: Action, product: Product) => setDoing({ action, product }), []);
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
          // Its pages are of another size.
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
          <OutOfReach
            subject="The products are"
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <>
            {view === 'table' ? (
              // Also without a row: what is being changed is not forgotten while others are looked for.
              <ProductWork
                products={products}
                totalCount={data.totalCount}
                parameters={parameters}
                isBusy={list.isPlaceholderData}
                onSort={(sort) => change({ sort })}
                onAct={act}
                onBarGone={afterDeletion}
              />
            ) : (
              <ProductGrid products={products} isBusy={list.isPlaceholderData} onAct={act} />
            )}
            {products.length === 0 && (
              <NothingFound
                parameters={parameters}
                onFirstPage={() => goTo(1)}
                onShowAll={() => change({ q: '', stock: '', category: '' })}
              />
            )}
            <Pager label="Products" page={page} totalPage={data.totalPage} onChoose={goTo} />
            {view === 'table' && (
              <RowsChoice
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
        onSaved={() => readListAgain(queries)}
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
  const { search, level, category, page } = parameters;
  if (page > 1) {
    return (
      <EmptyState title="No Data" action={<Button onClick={onFirstPage}>Go to the first page</Button>}>
        There are fewer pages than that.
      </EmptyState>
    );
  }
  const isFiltered = search !== '' || level !== 'any' || category !== null;
  return (
    <EmptyState
      title="No Data"
      action={isFiltered ? <Button onClick={onShowAll}>Show all products</Button> : undefined}
    >
      {reasonOf(parameters, isFiltered)}
    </EmptyState>
  );
}

function reasonOf({ search, level }: ListParameters, isFiltered: boolean): string {
  if (!isFiltered) return 'The shop has no product yet.';
  if (search !== '') return `No product is found by “${search}” here.`;
  if (level === 'out') return 'Nothing is out of stock here.';
  return level === 'low' ? 'Nothing is low on stock here.' : 'This category has no product yet.';
}
