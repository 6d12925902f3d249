import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { SubCategory } from '#contract/products/category.ts';
import { matchesWords } from '#web/admin/search-box.tsx';
import { parsePageNumber } from '#web/admin/url-parameters.ts';

export type SortColumn = 'name' | 'category';

/** Filter, sort and page of the table; stored in the URL. */
export interface TableView {
  /** Search text. */
  text: string;
  /** Category id; empty for all. */
  category: string;
  sort: { id: SortColumn; desc: boolean };
  page: number;
}

const standardSort: TableView['sort'] = { id: 'name', desc: false };

/** Parses the URL; invalid values fall back to the defaults. */
export function viewOf(parameters: URLSearchParams): TableView {
  return {
    text: parameters.get('q') ?? '',
    category: parameters.get('category') ?? '',
    sort: sortOf(parameters.get('sort') ?? ''),
    page: parsePageNumber(parameters),
  };
}

/** Serialises the view without default values. */
export function parametersOf({ text, category, sort, page }: TableView): URLSearchParams {
  const parameters = new URLSearchParams();
  if (text !== '') parameters.set('q', text);
  if (category !== '') parameters.set('category', category);
  const isStandard = sort.id === standardSort.id && sort.desc === standardSort.desc;
  if (!isStandard) parameters.set('sort', `${sort.desc ? '-' : ''}${sort.id}`);
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

function sortOf(text: string): TableView['sort'] {
  const desc = text.startsWith('-');
  const id = desc ? text.slice(1) : text;
  return id === 'name' || id === 'category' ? { id, desc } : standardSort;
}

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' });

function byText(
  one: Row<Features, SubCategory>,
  other: Row<Features, SubCategory>,
  columnId: string,
): number {
  return collator.compare(one.getValue(columnId), other.getValue(columnId));
}

const helper = createColumnHelper<Features, SubCategory>();
const columns = helper.columns([
  helper.accessor('name', { header: 'Name', sortFn: byText }),
  helper.accessor(({ category }) => category.map(({ name }) => name).join(', '), {
    id: 'category',
    header: 'Category',
    sortFn: byText,
    filterFn: ({ original }, _columnId, wanted: string) =>
      original.category.some(({ _id }) => _id === wanted),
    enableGlobalFilter: false,
  }),
]);

/** Filtered and sorted sub-categories. */
export function useSubCategoryTable(
  subCategories: readonly SubCategory[],
  { text, category, sort }: TableView,
): SubCategory[] {
  const table = useTable({
    features,
    columns,
    data: subCategories,
    getRowId: ({ _id }) => _id,
    globalFilterFn: (row, columnId, typed: string) => matchesWords(row.getValue(columnId), typed),
    state: {
      globalFilter: text,
      columnFilters: category === '' ? [] : [{ id: 'category', value: category }],
      sorting: [sort],
    },
  });
  return table.getRowModel().rows.map(({ original }) => original);
}
