import { Download } from 'lucide-react';
import { maximumImportRows, type ProductColumn, productColumns } from '#contract/rules/product-file.ts';
import { useSubCategories } from '#web/admin/catalogue-queries.ts';
import { downloadCsv } from '#web/api/files.ts';
import { Button } from '#web/ui/button.tsx';
import { csvText } from './csv.ts';
import { ImportCard } from './import-card.tsx';

interface ColumnHelp {
  meaning: string;
  /** As a cell of the file has it. */
  example: string;
}

/** What stands in each column of a file of products (docs/import.md), in the order of the export. */
const columnHelp: Record<ProductColumn, ColumnHelp> = {
  id: { meaning: 'Which product of the shop is meant. Empty for a new one.', example: '' },
  name: {
    meaning: 'Up to 150 characters. Without an id, it says which product is meant.',
    example: 'Alphonso Mango',
  },
  description: {
    meaning: 'Up to 5,000 characters, on several lines if you like.',
    example: 'Sweet and ripe.',
  },
  unit: { meaning: 'What one piece is.', example: '500 g' },
  price: { meaning: 'In rupees, before the discount.', example: '249.50' },
  discount: { meaning: 'In percent. Empty for none.', example: '10' },
  stock: {
    meaning: 'How many there are. Leave it out unless you have counted: the shop sells on meanwhile.',
    example: '40',
  },
  categories: { meaning: 'By their names, with | between them.', example: 'Fruits | Summer' },
  sub_categories: { meaning: 'By their names, with | between them.', example: 'Mangoes' },
  images: {
    meaning: 'Addresses of pictures of this shop, as the download has them, with | between them.',
    example: '/images/…',
  },
  details: { meaning: 'Label: text, with | between them.', example: 'Brand: Gauvana | Origin: Ratnagiri' },
};

/** The shelves of the example, which the shop has, so that the template can be tried as it is. */
interface ExampleCategories {
  category: string;
  subCategory: string;
}

/** A file of products to begin with: the headings, and one row that shows how cells are written. */
export function templateText(shelves: ExampleCategories | null): string {
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
    downloadCsv(templateText(shelves), 'product-template.csv');
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
