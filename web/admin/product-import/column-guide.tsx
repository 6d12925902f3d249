import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { columnGuide, maximumImportBytes, maximumImportRows } from '#contract/product-import/product-file.ts';
import { useSubCategories } from '#web/admin/catalogue-queries.ts';
import { downloadCsv } from '#web/api/files.ts';
import { Button } from '#web/ui/button.tsx';
import { ImportCard } from './import-card.tsx';
import { templateText } from './import-template.ts';

const rules = [
  'The first line contains the column names, in any order. Separate cells by commas, semicolons or tabs.',
  'A row updates the product with its id, otherwise with its SKU, otherwise with its barcode, otherwise with its name, unit and brand. A row that fits none creates a product.',
  'A new product needs the required columns. Omitted columns stay unchanged.',
  'An empty cell clears its value. A required cell must not be empty; an empty id or status changes nothing.',
  `At most ${maximumImportRows.toLocaleString('en-IN')} products and ${maximumImportBytes / 1024 / 1024} MB.`,
];

/** Description of the file format, with a template to download. */
export function ColumnGuide() {
  const { data: known, refetch } = useSubCategories();
  const save = async () => {
    // On a slow connection the sub-categories may not be loaded yet.
    const subCategories = known ?? (await refetch({ cancelRefetch: false })).data;
    const pairs = (subCategories ?? []).flatMap(({ name, category: [category] }) =>
      category === undefined ? [] : [{ category: category.name, subCategory: name }],
    );
    downloadCsv(templateText(pairs), 'product-template.csv');
  };
  return (
    <ImportCard title="File format">
      <p className="mt-1 mb-4 max-w-2xl text-ink-soft">
        To add products, download the template, replace its ten examples in a spreadsheet, save it as ‘CSV
        UTF-8’ and upload it here. To change products, download all of them instead.
      </p>
      {known?.length === 0 && (
        <p className="mb-4">
          Each product needs a category and a sub-category. Add{' '}
          <PageLink to="/dashboard/category">a category</PageLink> and{' '}
          <PageLink to="/dashboard/subcategory">a sub-category</PageLink> first.
        </p>
      )}
      <Button variant="secondary" onClick={() => void save()}>
        <Download aria-hidden="true" className="size-5" />
        Download a template
      </Button>
      <p className="mt-4">
        Pictures of many products:{' '}
        <PageLink to="/dashboard/product-import/pictures">upload them as a ZIP or many files</PageLink>, named
        by SKU, barcode or name.
      </p>
      <ul className="mt-4 mb-5 list-disc space-y-1 pl-5 text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <dl className="divide-y divide-line border-t border-line text-sm">
        {columnGuide.map(({ column, help, example, isRequired }) => (
          <div
            key={column}
            className="grid gap-x-4 py-2 sm:grid-cols-[8rem_minmax(0,1fr)] xl:grid-cols-[8rem_minmax(0,1fr)_minmax(0,14rem)]"
          >
            <dt className="font-semibold">
              {column}
              {isRequired && <span className="block text-xs font-normal text-ink-soft">required</span>}
            </dt>
            <dd>{help}</dd>
            <dd className="text-ink-soft wrap-anywhere sm:col-start-2 xl:col-start-3">{example}</dd>
          </div>
        ))}
      </dl>
    </ImportCard>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="font-semibold text-leaf underline underline-offset-4">
      {children}
    </Link>
  );
}
