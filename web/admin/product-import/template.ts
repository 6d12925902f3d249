import { productColumns } from '#contract/rules/product-file.ts';
import { columnHelp } from './columns.ts';
import { csvText } from './csv-text.ts';

/** The shelves of the example, which the shop has, so that the template can be tried as it is. */
interface ExampleShelves {
  category: string;
  subCategory: string;
}

/** A file of products to begin with: the headings, and one row that shows how cells are written. */
export function templateText(shelves: ExampleShelves | null): string {
  const own: Record<string, string> = {
    name: 'Example product (delete this row)',
    images: '',
    ...(shelves !== null && {
      categories: escaped(shelves.category),
      sub_categories: escaped(shelves.subCategory),
    }),
  };
  return csvText([productColumns, productColumns.map((column) => own[column] ?? columnHelp[column].example)]);
}

// As the export writes a name that contains what separates names.
function escaped(name: string): string {
  return name.replaceAll(/[\\|]/g, '\\$&');
}
