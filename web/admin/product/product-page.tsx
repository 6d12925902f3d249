import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callApiOrThrow } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { catalogueKey } from '../catalogue-key.ts';
import { OutOfReach } from '../out-of-reach.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageNumber } from '../page-parameter.ts';
import { ProductCard } from './product-card.tsx';
import { ProductSearch } from './product-search.tsx';

/** Specification section 9. */
const pageSize = 12;

export function meta() {
  return [{ title: 'Product' }, { name: 'robots', content: 'noindex' }];
}

/** The products of the shop, newest first or found by words (`/dashboard/product`). */
export default function ProductPage() {
  const [parameters, setParameters] = useSearchParams();
  const [page, goTo] = usePageNumber();
  const search = parameters.get('q') ?? '';
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [catalogueKey, 'products', search, page],
    queryFn: ({ signal }) => callApiOrThrow('listProducts', { search, page, limit: pageSize }, { signal }),
    // What was found before stays in place until the next answer is there.
    placeholderData: keepPreviousData,
  });
  const searchFor = (text: string) =>
    setParameters(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true });
  return (
    <>
      <PageHeading title="Product" count={data?.totalCount}>
        <ProductSearch text={search} onSearch={searchFor} />
      </PageHeading>
      {isPending ? (
        <Grid isBusy>
          {Array.from({ length: pageSize }, (_, index) => `slot ${index}`).map((key) => (
            <li key={key} className="rounded-lg border border-line">
              <Skeleton className="aspect-square w-full" />
              <div className="h-40 space-y-3 p-3">
                <Skeleton className="h-4 w-4/5" />
                <Skeleton className="h-4 w-1/3" />
                <Skeleton className="h-5 w-1/2" />
              </div>
            </li>
          ))}
        </Grid>
      ) : data === undefined ? (
        <OutOfReach subject="The products are" isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : data.data.length === 0 && page > 1 ? (
        <EmptyState title="No Data" action={<Button onClick={() => goTo(1)}>Go to the first page</Button>}>
          There are fewer pages than that.
        </EmptyState>
      ) : data.data.length === 0 ? (
        <EmptyState
          title="No Data"
          action={
            search === '' ? undefined : <Button onClick={() => searchFor('')}>Show all products</Button>
          }
        >
          {search === '' ? 'The shop has no product yet.' : `No product is found by “${search}”.`}
        </EmptyState>
      ) : (
        <>
          <Grid isBusy={isPlaceholderData}>
            {data.data.map((product) => (
              <ProductCard key={product._id} product={product} />
            ))}
          </Grid>
          <Pager label="Products" page={page} totalPage={data.totalPage} onChoose={goTo} />
        </>
      )}
    </>
  );
}

function Grid({ children, isBusy = false }: { children: React.ReactNode; isBusy?: boolean }) {
  return (
    <ul
      aria-busy={isBusy}
      className={`grid grid-cols-2 gap-3 transition-opacity duration-(--brief) sm:grid-cols-3 sm:gap-4 md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 ${isBusy ? 'opacity-60' : ''}`}
    >
      {children}
    </ul>
  );
}
