import sql, { join, raw, type Sql } from 'sql-template-tag';
import { endOtherPrice, paidPricePaise } from '#contract/base/money.ts';
import { toUnitPrices } from '#contract/products/pack-sizes.ts';
import type { AdminProduct, Product } from '#contract/products/product.ts';
import {
  type Field,
  type FieldColumn,
  type FieldValue,
  fieldNames,
  mapFields,
  type ProductField,
  type ProductValues,
  productFields,
  publicFields,
} from '#contract/products/product-fields.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import type * as schema from '#server/database/row-types.ts';

type WrittenValues = ProductValues & Pick<AdminProduct, 'image' | 'more_details'>;
type WrittenField = keyof WrittenValues;

/** Values to write to the table `product`: a missing field stays unchanged, null removes the value. */
export type ProductChanges = Partial<WrittenValues>;

/** Returns the fields of the input that are not undefined, and the price that they end. */
export function toProductChanges(
  input: {
    [Name in WrittenField]?: WrittenValues[Name] | undefined;
  },
): ProductChanges {
  const { image, more_details } = input;
  return {
    ...endOtherPrice(input),
    ...mapFields<ProductChanges>((_field, name) => input[name]),
    ...(image !== undefined && { image }),
    ...(more_details !== undefined && { more_details }),
  };
}

// A column of paise or basis points has a hundredth of the rupees or percent of the API.
const isHundredth = ({ type }: Field) => type === 'rupees' || type === 'percent';

/** Returns the values of some fields of a row of `product` or of one of its views. */
export function readFields<Name extends ProductField>(
  row: Partial<Record<FieldColumn, FieldValue>>,
  names: readonly Name[],
): Pick<ProductValues, Name> {
  return mapFields((field) => {
    const value = row[field.column];
    return typeof value === 'number' && isHundredth(field) ? value / 100 : value;
  }, names);
}

interface Column {
  name: WrittenField;
  column: string;
  /** Of the field in JSON. */
  jsonType: 'text' | 'boolean' | 'integer' | 'numeric' | 'text[]' | 'json';
  isNullable: boolean;
}

const jsonTypes: Record<Field['type'], Column['jsonType']> = {
  text: 'text',
  status: 'text',
  mark: 'boolean',
  count: 'integer',
  rupees: 'numeric',
  percent: 'numeric',
};

/** The columns of `product` besides its id and times. */
const columns: readonly Column[] = [
  ...fieldNames.map((name) => {
    const field: Field = productFields[name];
    const hasNull = field.type !== 'text' && field.type !== 'status';
    return {
      name,
      column: field.column,
      jsonType: jsonTypes[field.type],
      isNullable: hasNull && field.isRequired !== true,
    };
  }),
  { name: 'image', column: 'images', jsonType: 'text[]', isNullable: false },
  { name: 'more_details', column: 'more_details', jsonType: 'json', isNullable: false },
];

const quoted = (name: string) => raw(`"${name}"`);

/** The value of a field of the record `n` in the unit of its column. */
function toColumnValue({ name, jsonType }: Column): Sql {
  const value = sql`n.${quoted(name)}`;
  return jsonType === 'numeric' ? sql`(${value} * 100)::integer` : value;
}

/** Fields as the column definitions of a record. */
function toRecordColumns(some: readonly Column[]): Sql {
  return join(some.map(({ name, jsonType }) => sql`${quoted(name)} ${raw(jsonType)}`));
}

/** The columns of a new product, and their values of the rows of `toProductRecords`. */
export const insertedColumns = join(columns.map(({ column }) => raw(column)));
export const insertedValues = join(columns.map(toColumnValue));

/** New products as rows `n`. */
export function toProductRecords(products: readonly (ProductChanges & { id: string; stock: number })[]): Sql {
  return sql`json_to_recordset(${JSON.stringify(products)}::text::json)
    as n (id text, stock integer, ${toRecordColumns(columns)})`;
}

/**
 * What an update of the product `p` needs to write some fields of `changes`, which is a JSON column with
 * `ProductChanges`. The other fields are not named, because triggers compare the columns that a statement names.
 */
export function toProductUpdate(changes: Sql, names: ReadonlySet<string>) {
  const some = columns
    .filter(({ name }) => names.has(name))
    .map((column) => {
      const before = raw(`p.${column.column}`);
      const value = toColumnValue(column);
      const after = column.isNullable
        ? sql`case when ${changes} -> ${column.name}::text is null then ${before} else ${value} end`
        : sql`coalesce(${value}, ${before})`;
      return { ...column, before, after };
    });
  const comparable = (value: Sql, { jsonType }: Column) =>
    jsonType === 'json' ? sql`${value}::text` : value;
  return {
    assignments: some.map(({ column, after }) => sql`${raw(column)} = ${after}`),
    /** For the from clause: the values as the row `n`. */
    record:
      some.length === 0
        ? sql``
        : sql`cross join lateral json_to_record(${changes}) as n (${toRecordColumns(some)})`,
    /** Whether a value is another one than before. */
    isDifferent:
      some.length === 0
        ? sql`false`
        : sql`(${join(some.map((column) => comparable(column.before, column)))}) is distinct from
            (${join(some.map((column) => comparable(column.after, column)))})`,
  };
}

/** A time for `p.updated_at`, always later than before, because it identifies the version of a product. */
export const nextUpdatedAt = sql`greatest(now(), p.updated_at + interval '1 millisecond')`;

/** What a product refers to and its details, which the schema of the database has as JSON. */
interface ProductJson {
  more_details: Record<string, string>;
  categories: { _id: string; name: string; nameHindi: string; hue: number }[];
  sub_categories: { _id: string; name: string; nameHindi: string }[];
}

export type ProductRow = Omit<schema.ProductWithCategories, keyof ProductJson> & ProductJson;

/** A row of the view `admin_product`. */
export type AdminProductRow = Omit<schema.AdminProduct, keyof ProductJson> & ProductJson;

/** Converts a row to the API representation. */
export function toProduct(row: ProductRow): Product {
  const pricePaise = paidPricePaise(fromPriceColumns(row));
  const { compared, declared } = toUnitPrices(row.unit, pricePaise);
  return {
    ...readFields(row, publicFields),
    ...toOtherFields(row),
    options: row.options,
    unitPrice: compared,
    declaredUnitPrice: declared,
  };
}

export function toAdminProduct(row: AdminProductRow): AdminProduct {
  return { ...readFields(row, fieldNames), ...toOtherFields(row) };
}

function toOtherFields(row: ProductRow | AdminProductRow) {
  return {
    _id: row.id,
    image: row.images,
    category: row.categories,
    subCategory: row.sub_categories,
    stock: row.stock,
    more_details: row.more_details,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
