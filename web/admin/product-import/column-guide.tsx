import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { lowStockAt } from '#contract/inventory/stock.ts';
import {
  maximumImportBytes,
  maximumImportRows,
  type ProductColumn,
  productColumns,
} from '#contract/product-import/product-file.ts';
import { useSubCategories } from '#web/admin/catalogue-queries.ts';
import { csvText } from '#web/admin/formats.ts';
import { downloadCsv } from '#web/api/files.ts';
import { Button } from '#web/ui/button.tsx';
import { ImportCard } from './import-card.tsx';

interface ColumnHelp {
  meaning: string;
  /** Example cell. */
  example: string;
}

/** Help text of the import columns, in export order. See docs/import.md. */
const columnHelp: Record<ProductColumn, ColumnHelp> = {
  id: { meaning: 'Id of the product to update. Empty for a new product.', example: '' },
  name: {
    meaning:
      'Up to 150 characters. Identifies the product, with unit and brand, if id, SKU and barcode are empty.',
    example: 'Alphonso Mango',
  },
  brand: { meaning: 'Up to 100 characters. Empty for none.', example: 'Gauvana' },
  description: {
    meaning: 'Up to 5,000 characters. May contain line breaks.',
    example: 'Sweet and ripe.',
  },
  unit: { meaning: 'Content of one unit.', example: '500 g' },
  price: { meaning: 'In rupees, before the discount.', example: '249.50' },
  discount: { meaning: 'In percent. Empty for none.', example: '10' },
  stock: {
    meaning:
      'Units in stock. Omit the column unless you have counted, because sales continue while you edit the file.',
    example: '40',
  },
  categories: { meaning: 'Names, separated by |.', example: 'Fruits | Summer' },
  sub_categories: { meaning: 'Names, separated by |.', example: 'Mangoes' },
  sku: {
    meaning:
      'Your own number of the product, up to 64 characters. Identifies it if the id is empty. Empty for none.',
    example: 'FR-0042',
  },
  barcode: {
    meaning:
      '8, 12, 13 or 14 digits; a zero in front that a spreadsheet removed is added. Format the column as text. Identifies the product if id and SKU are empty. Empty for none.',
    example: '8901030865275',
  },
  cost_price: {
    meaning: 'What one piece costs you without GST, in rupees. Shoppers never see it. Empty for none.',
    example: '180',
  },
  location: {
    meaning: 'Aisle and shelf, for those who pick orders. Empty for none.',
    example: 'Aisle 3, shelf 2',
  },
  origin: { meaning: 'Country of origin. Empty for none.', example: 'India' },
  family: {
    meaning: 'The same text for all sizes of one article, up to 64 characters. Empty for none.',
    example: 'alphonso mango',
  },
  status: {
    meaning: 'active, draft (not shown to shoppers yet) or archived (no longer sold). Empty for no change.',
    example: 'active',
  },
  maximum_per_order: { meaning: 'Most pieces in one order. Empty for no maximum.', example: '6' },
  low_stock_threshold: {
    meaning: `The stock is low at or below this number. Empty for ${lowStockAt}.`,
    example: '5',
  },
  hsn: {
    meaning:
      'HSN code of 4, 6 or 8 digits for tax invoices; a zero in front that a spreadsheet removed is added. Empty for none.',
    example: '0804',
  },
  gst_rate: { meaning: 'GST in percent, included in the price. 0 for none, empty if unknown.', example: '0' },
  cess_rate: { meaning: 'Cess in percent, included in the price. Empty if unknown.', example: '' },
  veg: { meaning: 'The mark of food: veg or non-veg. Empty for none.', example: 'veg' },
  images: {
    meaning: 'Paths of uploaded images, as in the download, separated by |.',
    example: '/images/…',
  },
  details: { meaning: 'Label: text, separated by |.', example: 'Shelf life: 5 days | Origin: Ratnagiri' },
};

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
  return csvText([productColumns, productColumns.map((column) => own[column] ?? columnHelp[column].example)]);
}

// Escapes the separator of names, as the export does.
function escaped(name: string): string {
  return name.replaceAll(/[\\|]/g, '\\$&');
}

const rules = [
  'The first line contains the column names, in any order. Separate cells by commas, semicolons or tabs.',
  'A row updates the product with its id, otherwise with its SKU, otherwise with its barcode, otherwise with its name, unit and brand. A row that fits none creates a product.',
  'Omitted columns stay unchanged. A new product requires all columns except id, brand, discount, sku, barcode, cost_price, location, origin, family, status, maximum_per_order, low_stock_threshold, hsn, gst_rate, cess_rate, veg, images and details.',
  'An empty cell clears brand, discount, SKU, barcode, cost price, location, origin, family, maximum, threshold, HSN code, rates, veg, images or details. Other cells except id and status must not be empty.',
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
