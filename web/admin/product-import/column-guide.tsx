import { Download } from 'lucide-react';
import { Link } from 'react-router';
import {
  columnGuide,
  maximumImportBytes,
  maximumImportRows,
  productColumns,
} from '#contract/product-import/product-file.ts';
import { useSubCategories } from '#web/admin/catalogue-queries.ts';
import { csvText } from '#web/admin/formats.ts';
import { downloadCsv } from '#web/api/files.ts';
import { Button } from '#web/ui/button.tsx';
import { ImportCard } from './import-card.tsx';

/** Existing names for the example row, so that the template can be imported as it is. */
interface ExampleCategories {
  category: string;
  subCategory: string;
}

/** CSV template: header and one example row. */
export function templateText(categories: ExampleCategories | null): string {
  const own: Record<string, string> = {
    name: 'Example product (delete this row)',
    images: '',
    ...(categories !== null && {
      categories: escaped(categories.category),
      sub_categories: escaped(categories.subCategory),
    }),
  };
  return csvText([productColumns, columnGuide.map(({ column, example }) => own[column] ?? example)]);
}

// Escapes the separator of names, as the export does.
function escaped(name: string): string {
  return name.replaceAll(/[\\|]/g, '\\$&');
}

const optionalColumns = columnGuide
  .filter(({ column, isRequired }) => !isRequired && column !== 'id')
  .map(({ column }) => column);
// An empty status changes nothing.
const clearedColumns = optionalColumns.filter((column) => column !== 'status');
const listOf = new Intl.ListFormat('en-GB');

const rules = [
  'The first line contains the column names, in any order. Separate cells by commas, semicolons or tabs.',
  'A row updates the product with its id, otherwise with its SKU, otherwise with its barcode, otherwise with its name, unit and brand. A row that fits none creates a product.',
  `Omitted columns stay unchanged. A new product requires all columns except ${listOf.format(['id', ...optionalColumns])}.`,
  `An empty cell clears ${listOf.format(clearedColumns)}. Other cells except id and status must not be empty.`,
  `At most ${maximumImportRows.toLocaleString('en-IN')} products and ${maximumImportBytes / 1024 / 1024} MB.`,
];

/** Description of the file format, with a template to download. */
export function ColumnGuide() {
  const { data: known, refetch } = useSubCategories();
  const save = async () => {
    // On a slow connection the sub-categories may not be loaded yet.
    const subCategories = known ?? (await refetch({ cancelRefetch: false })).data;
    const example = subCategories?.find(({ category }) => category.length > 0);
    const category = example?.category[0]?.name;
    const names =
      example === undefined || category === undefined ? null : { category, subCategory: example.name };
    downloadCsv(templateText(names), 'product-template.csv');
  };
  return (
    <ImportCard title="File format">
      <p className="mt-1 mb-4 max-w-2xl text-ink-soft">
        Download all products, edit them in a spreadsheet, save it as ‘CSV UTF-8’ and upload it here. To add
        new products only, start with the template.
      </p>
      <Button variant="secondary" onClick={() => void save()}>
        <Download aria-hidden="true" className="size-5" />
        Download a template
      </Button>
      <p className="mt-4">
        Pictures of many products:{' '}
        <Link
          to="/dashboard/product-pictures"
          className="font-semibold text-leaf underline underline-offset-4"
        >
          upload them as a ZIP or many files
        </Link>
        , named by SKU, barcode or name.
      </p>
      <ul className="mt-4 mb-5 list-disc space-y-1 pl-5 text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <dl className="divide-y divide-line border-t border-line text-sm">
        {columnGuide.map(({ column, meaning, example }) => (
          <div
            key={column}
            className="grid gap-x-4 py-2 sm:grid-cols-[8rem_minmax(0,1fr)] xl:grid-cols-[8rem_minmax(0,1fr)_minmax(0,14rem)]"
          >
            <dt className="font-semibold">{column}</dt>
            <dd>{meaning}</dd>
            <dd className="text-ink-soft wrap-anywhere sm:col-start-2 xl:col-start-3">{example}</dd>
          </div>
        ))}
      </dl>
    </ImportCard>
  );
}
