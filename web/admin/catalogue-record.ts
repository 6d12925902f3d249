import type { Category, SubCategory } from '#contract/products/category.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import {
  type Field,
  mapFields,
  type ProductField,
  type ProductStatus,
} from '#contract/products/product-fields.ts';
import {
  choice,
  type FieldsOf,
  percent,
  type RecordField,
  type RecordFields,
  rupees,
} from './record-fields.ts';

export const statusNames: Record<ProductStatus, string> = {
  active: 'Active',
  draft: 'Draft',
  archived: 'Archived',
};

const ofType: Partial<Record<Field['type'], Pick<RecordField, 'toText'>>> = {
  rupees,
  percent,
  status: choice(statusNames),
  mark: { toText: (value) => (value === true ? 'Veg' : 'Non-veg') },
};

type Recorded<Thing> = Omit<Thing, '_id' | 'createdAt' | 'updatedAt'>;

const productRecord: FieldsOf<Recorded<AdminProduct>> = {
  ...mapFields<Record<ProductField, RecordField>>(({ label, type }) => ({ label, ...ofType[type] })),
  image: { label: 'Pictures', look: 'image' },
  category: { label: 'Category' },
  subCategory: { label: 'Sub-category' },
  stock: { label: 'Stock' },
  more_details: { label: 'Details', look: 'details' },
};

const categoryRecord: FieldsOf<Recorded<Category>> = {
  name: { label: 'Name' },
  nameHindi: { label: 'Name in Hindi' },
  image: { label: 'Picture', look: 'image' },
  hue: { label: 'Tint', toText: (value) => `${value}° of the colour circle` },
};

const subCategoryRecord: FieldsOf<Recorded<SubCategory>> = {
  name: { label: 'Name' },
  nameHindi: { label: 'Name in Hindi' },
  image: { label: 'Picture', look: 'image' },
  category: { label: 'Category' },
};

/** How the history shows the records of the catalogue. Categories of a record are recorded by name. */
export const catalogueRecords = {
  product: productRecord,
  category: categoryRecord,
  'sub-category': subCategoryRecord,
} satisfies Record<string, RecordFields>;
