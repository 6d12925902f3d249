import { Download } from 'lucide-react';
import { maximumImportRows, productColumns } from '#contract/rules/product-file.ts';
import { Button } from '#web/ui/button.tsx';
import { saveCsv } from '#web/ui/save-file.ts';
import { useSubCategories } from '../catalogue.ts';
import { columnHelp } from './columns.ts';
import { ImportCard } from './import-card.tsx';
import { templateText } from './template.ts';

const rules = [
  'The first line names the columns, in any order. Commas, semicolons or tabs stand between cells.',
  'A row with an id changes that product. A row without one changes the product of its name, or adds it.',
  'Columns that you leave out stay as they are. A new product needs all but id, discount, images and details.',
  'An empty cell takes discount, pictures or details away; anywhere else but in id it is a mistake.',
  `At most ${maximumImportRows.toLocaleString('en-IN')} products and 30 MB.`,
];

/** How a file of products is written, with a template to begin with. */
export function ColumnGuide() {
  const { data: known, refetch } = useSubCategories();
  const save = async () => {
    // Whoever is quicker than a slow line gets the shelves of this shop, too.
    const subCategories = known ?? (await refetch({ cancelRefetch: false })).data;
    const shelf = subCategories?.find(({ category }) => category.length > 0);
    const category = shelf?.category[0]?.name;
    const shelves =
      shelf === undefined || category === undefined ? null : { category, subCategory: shelf.name };
    saveCsv(templateText(shelves), 'product-template.csv');
  };
  return (
    <ImportCard title="How the file is written">
      <p className="mt-1 mb-4 max-w-2xl text-ink-soft">
        The easiest way: download all products, change them in a spreadsheet, save it as ‘CSV UTF-8’ and
        choose it here. For new products alone, begin with the template.
      </p>
      <Button variant="secondary" onClick={() => void save()}>
        <Download aria-hidden="true" className="size-5" />
        Download a template
      </Button>
      <ul className="mt-4 mb-5 list-disc space-y-1 pl-5 text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <dl className="divide-y divide-line border-t border-line text-sm">
        {productColumns.map((column) => (
          <div
            key={column}
            className="grid gap-x-4 py-2 sm:grid-cols-[8rem_minmax(0,1fr)] xl:grid-cols-[8rem_minmax(0,1fr)_minmax(0,14rem)]"
          >
            <dt className="font-semibold">{column}</dt>
            <dd>{columnHelp[column].meaning}</dd>
            <dd className="text-ink-soft wrap-anywhere sm:col-start-2 xl:col-start-3">
              {columnHelp[column].example}
            </dd>
          </div>
        ))}
      </dl>
    </ImportCard>
  );
}
