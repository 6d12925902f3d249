import { ChevronDown, Pencil, Trash2 } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Category, SubCategory } from '#contract/products/category.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { PageHeading, Pagination, staffMeta, Thumbnail } from '#web/admin/page-parts.tsx';
import { SearchBox, useSearchText } from '#web/admin/search-box.tsx';
import { numberCell, Table } from '#web/admin/table.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import type { CategoryAction } from './category-list.tsx';
import { AddButton, CategoryList, useCategoryDialogs } from './category-list.tsx';
import type { SortColumn, TableView } from './sub-category-view.ts';
import { parametersOf, useSubCategoryTable, viewOf } from './sub-category-view.ts';

interface CategoryFilterProps {
  categories: readonly Category[];
  /** Category id; empty for all. */
  selected: string;
  onSelect: (id: string) => void;
}

function CategoryFilter({ categories, selected, onSelect }: CategoryFilterProps) {
  return (
    <span className="relative min-w-40 flex-1 sm:w-56 sm:flex-none">
      <select
        aria-label="Filter by category"
        value={selected}
        onChange={(event) => onSelect(event.target.value)}
        className="h-11 w-full appearance-none truncate rounded-md border border-line bg-surface pr-10 pl-3 text-base text-ink"
      >
        <option value="">All categories</option>
        {categories.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-5 text-ink-soft"
      />
    </span>
  );
}

const none: readonly SubCategory[] = [];

export const meta = staffMeta('Sub Category');

/** `/dashboard/subcategory` */
export default function SubCategoryPage() {
  const query = useSubCategories();
  const { data: categories } = useCategories();
  const [parameters, setParameters] = useSearchParams();
  const dialogs = useCategoryDialogs();
  const inUrl = viewOf(parameters);
  // A deleted category is no filter.
  const isKnown = categories?.some(({ _id }) => _id === inUrl.category) ?? true;
  const [text, search] = useSearchText(inUrl.text, (typed) => filter({ text: typed }));
  const view = {
    ...inUrl,
    text,
    category: isKnown ? inUrl.category : '',
    // A new search text starts at page 1 even before the URL has changed.
    page: text === inUrl.text ? inUrl.page : 1,
  };
  const found = useSubCategoryTable(query.data ?? none, view);
  // Typing and filtering replace the history entry.
  function filter(next: Partial<TableView>) {
    setParameters(parametersOf({ ...view, ...next, page: 1 }), { replace: true, preventScrollReset: true });
  }
  const isFiltered = view.text !== '' || view.category !== '';
  return (
    <>
      <PageHeading title="Sub Category" count={query.data?.length}>
        <AddButton kind="subCategory" dialogs={dialogs} />
      </PageHeading>
      <div className="mb-4 flex gap-3">
        <SearchBox label="Search sub-categories" placeholder="Search" text={view.text} onType={search} />
        <CategoryFilter
          categories={categories ?? []}
          selected={view.category}
          onSelect={(category) => filter({ category })}
        />
        <p role="status" className="hidden items-center text-ink-soft tabular-nums sm:flex">
          {isFiltered && query.data !== undefined && `${found.length} found`}
        </p>
      </div>
      <CategoryList
        kind="subCategory"
        dialogs={dialogs}
        query={query}
        skeleton={<SkeletonTable sort={view.sort} />}
        noMatch={found.length === 0 ? 'No sub-categories match.' : null}
        onShowAll={() => {
          search('');
          filter({ text: '', category: '' });
        }}
        initialCategory={view.category === '' ? undefined : view.category}
      >
        <SubCategoryTable
          subCategories={found}
          view={view}
          onView={(next) => setParameters(parametersOf(next), { preventScrollReset: true })}
          onAction={dialogs.act}
        />
      </CategoryList>
    </>
  );
}

interface SubCategoryRowProps {
  subCategory: SubCategory;
  serialNumber: number;
  onAction: (action: CategoryAction) => void;
}

function SubCategoryRow(props: SubCategoryRowProps) {
  const { subCategory, serialNumber, onAction } = props;
  const { name, image, category } = subCategory;
  return (
    <tr>
      <td className={numberCell}>{serialNumber}</td>
      <th scope="row" className="font-semibold wrap-anywhere">
        {name}
      </th>
      <td>
        <button
          type="button"
          aria-label={`Enlarge the picture of ${name}`}
          onClick={() => onAction('enlarge')}
          className="block cursor-zoom-in rounded-md"
        >
          <Thumbnail src={image} sizes="2.75rem" className="size-11 rounded-md" />
        </button>
      </td>
      <td>
        <ul className="flex flex-wrap gap-1.5">
          {category.map(({ _id, name: categoryName }) => (
            <li key={_id} className="wrap-anywhere">
              <Chip>{categoryName}</Chip>
            </li>
          ))}
        </ul>
      </td>
      <td className="w-px">
        <div className="-mx-3 flex max-sm:flex-col">
          <IconButton label={`Edit ${name}`} onClick={() => onAction('edit')}>
            <Pencil aria-hidden="true" className="size-5 text-leaf" />
          </IconButton>
          <IconButton label={`Delete ${name}`} onClick={() => onAction('delete')}>
            <Trash2 aria-hidden="true" className="size-5 text-danger" />
          </IconButton>
        </div>
      </td>
    </tr>
  );
}

const pageSize = 10;

interface SubCategoryTableProps {
  /** All matching rows, sorted. */
  subCategories: readonly SubCategory[];
  view: TableView;
  onView: (view: TableView) => void;
  onAction: (action: CategoryAction, subCategory: SubCategory) => void;
}

/** One page of sub-categories with pagination. */
function SubCategoryTable({ subCategories, view, onView, onAction }: SubCategoryTableProps) {
  const totalPage = Math.max(1, Math.ceil(subCategories.length / pageSize));
  const page = Math.min(view.page, totalPage);
  const first = (page - 1) * pageSize;
  const columns = columnsOf(view.sort, (id) =>
    onView({ ...view, page: 1, sort: { id, desc: view.sort.id === id && !view.sort.desc } }),
  );
  return (
    <>
      <Table label="Sub-categories" columns={columns}>
        {subCategories.slice(first, first + pageSize).map((subCategory, index) => (
          <SubCategoryRow
            key={subCategory._id}
            subCategory={subCategory}
            serialNumber={first + index + 1}
            onAction={(action) => onAction(action, subCategory)}
          />
        ))}
      </Table>
      <Pagination
        label="Sub-categories"
        page={page}
        totalPage={totalPage}
        onChoose={(next) => onView({ ...view, page: next })}
      />
    </>
  );
}

function SkeletonTable({ sort }: { sort: TableView['sort'] }) {
  return (
    <Table label="Sub-categories" columns={columnsOf(sort, () => {})} isBusy>
      {Array.from({ length: pageSize }, (_, index) => `slot ${index}`).map((key) => (
        <tr key={key}>
          <td className={numberCell}>
            <Skeleton className="h-4 w-4" />
          </td>
          <td>
            <Skeleton className="h-4 w-28 max-w-full" />
          </td>
          <td>
            <Skeleton className="size-11" />
          </td>
          <td>
            <Skeleton className="h-6 w-24 max-w-full" />
          </td>
          <td className="h-22 sm:h-auto">
            <Skeleton className="h-5 w-5 sm:w-16" />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function columnsOf(sort: TableView['sort'], toggle: (id: SortColumn) => void) {
  const direction = sort.desc ? ('descending' as const) : ('ascending' as const);
  const sortBy = (id: SortColumn) => ({
    direction: sort.id === id ? direction : null,
    onToggle: () => toggle(id),
  });
  return [
    { title: 'No', isNumber: true },
    { title: 'Name', sort: sortBy('name') },
    { title: 'Image' },
    { title: 'Category', sort: sortBy('category') },
    { title: 'Action' },
  ];
}
