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
import type { SubCategory } from '#contract/sub-category.ts';
import { isFoundByWords } from '../found-by-words.ts';
import type { TableView } from './table-view.ts';

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

/** The sub-categories that are looked for, in the wanted order. */
export function useSubCategoryTable(
  subCategories: readonly SubCategory[],
  { text, category, sort }: TableView,
): SubCategory[] {
  const table = useTable({
    features,
    columns,
    data: subCategories,
    getRowId: ({ _id }) => _id,
    globalFilterFn: (row, columnId, typed: string) => isFoundByWords(row.getValue(columnId), typed),
    state: {
      globalFilter: text,
      columnFilters: category === '' ? [] : [{ id: 'category', value: category }],
      sorting: [sort],
    },
  });
  return table.getRowModel().rows.map(({ original }) => original);
}
