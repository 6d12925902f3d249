import { useQuery } from '@tanstack/react-query';
import type { Category } from '#contract/category.ts';
import { callApiOrThrow } from '#web/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { catalogueKey } from '../catalogue-key.ts';
import { OutOfReach } from '../out-of-reach.tsx';
import { PageHeading } from '../page-heading.tsx';
import { Thumbnail } from '../thumbnail.tsx';

/** Specification section 9. */
const skeletonCount = 12;
const tileWidths = '(min-width: 1280px) 11rem, (min-width: 768px) 13rem, 44vw';

export function meta() {
  return [{ title: 'Category' }, { name: 'robots', content: 'noindex' }];
}

/** The categories of the shop (`/dashboard/category`). */
export default function CategoryPage() {
  const {
    data: categories,
    isPending,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [catalogueKey, 'categories'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listCategories', {}, { signal })).data,
  });
  return (
    <>
      <PageHeading title="Category" count={categories?.length} />
      {isPending ? (
        <Grid isBusy>
          {Array.from({ length: skeletonCount }, (_, index) => `slot ${index}`).map((key) => (
            <li key={key}>
              <Skeleton className="aspect-square w-full rounded-lg" />
              <Skeleton className="mx-auto mt-3 mb-1 h-4 w-2/3" />
            </li>
          ))}
        </Grid>
      ) : categories === undefined ? (
        <OutOfReach subject="The categories are" isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : categories.length === 0 ? (
        <EmptyState title="No Data">The shop has no category yet.</EmptyState>
      ) : (
        <Grid>
          {categories.map((category) => (
            <CategoryCard key={category._id} category={category} />
          ))}
        </Grid>
      )}
    </>
  );
}

function Grid({ children, isBusy = false }: { children: React.ReactNode; isBusy?: boolean }) {
  return (
    <ul
      aria-busy={isBusy}
      className="grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-2 lg:grid-cols-4 xl:grid-cols-5"
    >
      {children}
    </ul>
  );
}

function CategoryCard({ category: { name, image, hue } }: { category: Category }) {
  return (
    <li>
      <Thumbnail src={image} hue={hue} sizes={tileWidths} className="rounded-lg" />
      <h2 className="mt-2 text-center font-sans text-base font-semibold tracking-normal">{name}</h2>
    </li>
  );
}
