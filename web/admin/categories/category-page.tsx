import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Category } from '#contract/products/category.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { CardActions, PageHeading, staffMeta, Thumbnail } from '#web/admin/page-parts.tsx';
import { matchesWords, SearchBox, useSearchText } from '#web/admin/search-box.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import {
  AddButton,
  type CategoryAction,
  CategoryList,
  subCategoriesPath,
  useCategoryDialogs,
} from './category-list.tsx';

const tileWidths = '(min-width: 1280px) 11rem, (min-width: 768px) 13rem, 44vw';

interface CategoryCardProps {
  category: Category;
  /** Undefined until loaded. */
  subCategoryCount: number | undefined;
  onAction: (action: CategoryAction) => void;
}

function CategoryCard({ category, subCategoryCount, onAction }: CategoryCardProps) {
  const { _id, name, image, hue } = category;
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <Thumbnail src={image} hue={hue} sizes={tileWidths} />
      <div className="flex flex-1 flex-col items-center px-2 pt-3 text-center">
        <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h2>
        <p className="mt-auto flex min-h-11 items-center text-sm text-ink-soft">
          {subCategoryCount !== undefined && (
            <Link
              to={subCategoriesPath(_id)}
              className="flex min-h-11 items-center px-2 underline-offset-4 hover:text-leaf hover:underline"
            >
              {countText(subCategoryCount)}
              <span className="sr-only"> of {name}</span>
            </Link>
          )}
        </p>
      </div>
      <CardActions name={name} onEdit={() => onAction('edit')} onDelete={() => onAction('delete')} />
    </li>
  );
}

function countText(count: number): string {
  if (count === 0) return 'No sub-categories';
  return count === 1 ? '1 sub-category' : `${count} sub-categories`;
}

const skeletonCount = 12;

export const meta = staffMeta('Category');

/** `/dashboard/category` */
export default function CategoryPage() {
  const query = useCategories();
  const { data: subCategories } = useSubCategories();
  const [parameters, setParameters] = useSearchParams();
  const dialogs = useCategoryDialogs();
  const [typed, search] = useSearchText(parameters.get('q') ?? '', (text) =>
    setParameters(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true }),
  );
  const found = query.data?.filter(({ name }) => matchesWords(name, typed)) ?? [];
  return (
    <>
      <PageHeading title="Category" count={query.data?.length}>
        <div className="flex min-w-0 flex-1 basis-80 justify-end gap-3">
          <SearchBox label="Search categories" placeholder="Search" text={typed} onType={search} />
          <AddButton kind="category" dialogs={dialogs} />
        </div>
      </PageHeading>
      <CategoryList
        kind="category"
        dialogs={dialogs}
        query={query}
        skeleton={<SkeletonGrid />}
        noMatch={found.length === 0 ? `No categories match “${typed}”.` : null}
        onShowAll={() => search('')}
      >
        <p role="status" className="sr-only">
          {typed !== '' && `${found.length} found`}
        </p>
        <Grid>
          {found.map((category) => (
            <CategoryCard
              key={category._id}
              category={category}
              subCategoryCount={
                subCategories?.filter((one) => one.category.some(({ _id }) => _id === category._id)).length
              }
              onAction={(action) => dialogs.act(action, category)}
            />
          ))}
        </Grid>
      </CategoryList>
    </>
  );
}

function Grid({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <ul
      aria-busy={isBusy}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 xl:grid-cols-5"
    >
      {children}
    </ul>
  );
}

function SkeletonGrid() {
  return (
    <Grid isBusy>
      {Array.from({ length: skeletonCount }, (_, index) => `slot ${index}`).map((key) => (
        <li key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-square w-full rounded-none" />
          <div className="flex h-20 flex-col items-center justify-around p-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-1/2" />
          </div>
          <div className="h-11 border-t border-line" />
        </li>
      ))}
    </Grid>
  );
}
