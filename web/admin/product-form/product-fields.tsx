import { useId } from 'react';
import {
  findDiscountSurprise,
  findSalePriceProblem,
  formatPaise,
  productPricePaise,
  toPaise,
} from '#contract/base/money.ts';
import { maximumProductImages } from '#contract/images/image.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { fieldNames, type ProductField, priceFields } from '#contract/products/product-fields.ts';
import { useBrands, useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { ImageField } from '#web/admin/images/image-field.tsx';
import { MultiSelect } from '#web/admin/multi-select.tsx';
import { FormControl } from '#web/admin/use-admin-form.tsx';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { subCategoryOptions, toOptions, unrelatedNames } from './category-options.ts';
import { DetailFields } from './detail-fields.tsx';
import { FieldInput } from './field-input.tsx';
import { numericFieldError, parseNumber } from './numeric-fields.ts';
import type { ProductForm } from './use-product-form.ts';

/** Suggestions for the unit field. */
const usualUnits: readonly string[] = [
  '1 pc',
  '2 pcs',
  '4 pcs',
  '6 pcs',
  '12 pcs',
  '1 pack',
  '1 bunch',
  '50 g',
  '100 g',
  '200 g',
  '250 g',
  '500 g',
  '1 kg',
  '2 kg',
  '5 kg',
  '100 ml',
  '200 ml',
  '250 ml',
  '500 ml',
  '750 ml',
  '1 L',
  '2 L',
];

// The rows of the form. A field that is in none of them follows at the end.
const codeRows: readonly ProductField[][] = [
  ['sku', 'barcode'],
  ['origin', 'family'],
];
const priceRows: readonly ProductField[][] = [
  ['price', 'discount', 'salePrice'],
  ['costPrice', 'location'],
];
const lastRows: readonly ProductField[][] = [
  ['maximumPerOrder', 'lowStockThreshold'],
  ['stepGrams', 'weightTolerance'],
  ['hsn', 'gstRate', 'cessRate'],
];
const singleFields: readonly ProductField[] = [
  'name',
  'nameHindi',
  'brand',
  'veg',
  'description',
  'descriptionHindi',
  'status',
  'unit',
];
const placedFields = new Set([...singleFields, ...[codeRows, priceRows, lastRows].flat(2)]);
const otherRows = fieldNames.filter((name) => !placedFields.has(name)).map((name) => [name]);

type TypedPrice = Record<(typeof priceFields)[number], string>;

/** What shoppers pay, updated while typing. */
export function PricePreview(typed: TypedPrice) {
  return (
    <p role="status" className="flex min-h-13 flex-wrap items-center gap-x-3 rounded-md bg-sunken px-4 py-3">
      <Preview {...typed} />
    </p>
  );
}

function Preview(typed: TypedPrice) {
  const isKnown = priceFields.every(
    (name) =>
      (name !== 'price' && typed[name].trim() === '') || numericFieldError(name, typed[name]) === undefined,
  );
  if (!isKnown)
    return <span className="text-sm text-ink-soft">The price that shoppers pay appears here.</span>;
  const numbers = {
    price: parseNumber(typed.price) ?? 0,
    discount: parseNumber(typed.discount) ?? 0,
    salePrice: parseNumber(typed.salePrice),
  };
  const before = toPaise(numbers.price);
  const after = productPricePaise(numbers);
  const surprise = findSalePriceProblem(numbers) ?? findDiscountSurprise(numbers);
  return (
    <>
      <span className="text-sm text-ink-soft">Shoppers pay</span>
      <span className="text-lg font-bold tabular-nums">{formatPaise(after)}</span>
      {after < before && (
        <>
          <s className="text-ink-soft tabular-nums">
            <span className="sr-only">instead of </span>
            {formatPaise(before)}
          </s>
          <span className="text-sm font-semibold text-leaf tabular-nums">{`${formatPaise(before - after)} off`}</span>
        </>
      )}
      {surprise !== undefined && (
        <span className="basis-full text-sm font-medium text-danger">{surprise}</span>
      )}
    </>
  );
}

interface FieldRowsProps {
  form: ProductForm;
  rows: readonly (readonly ProductField[])[];
}

function columnsOf(names: readonly ProductField[]): string {
  // Half the width of a phone cuts a barcode of 13 digits.
  if (names.includes('barcode')) return 'sm:grid-cols-2';
  return names.length === 3 ? 'grid-cols-3' : names.length === 2 ? 'grid-cols-2' : '';
}

function FieldRows({ form, rows }: FieldRowsProps) {
  return rows.map((names) => (
    <div key={names.join()} className={`grid items-start gap-4 ${columnsOf(names)}`}>
      {names.map((name) => (
        <FieldInput key={name} field={name} inputProps={form.fieldProps(name)} value={form.draft[name]} />
      ))}
    </div>
  ));
}

interface ProductFieldsProps {
  /** Form id, for a submit button outside the form. */
  id: string;
  form: ProductForm;
  /** Undefined for a new product. */
  product?: AdminProduct | undefined;
}

export function ProductFields({ id, form, product }: ProductFieldsProps) {
  const listId = useId();
  const { data: categories } = useCategories();
  const { data: subCategories } = useSubCategories();
  const { draft, change, errorOf, images } = form;
  const propsOf = (field: ProductField) => ({
    field,
    inputProps: form.fieldProps(field),
    value: draft[field],
  });
  const { data: brands = [] } = useBrands(draft.brand);
  const stray = unrelatedNames(subCategories, draft.subCategory, draft.category);
  return (
    // The columns depend on the width of the form, which is on a page or in a dialog.
    <div className="@container">
      <form {...form.formProps} id={id} className="grid gap-5">
        {form.isRestored && (
          <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-marigold-soft px-4 py-1 text-sm">
            <span className="py-2">Your unsaved changes have been restored.</span>
            <Button variant="quiet" onClick={form.discard}>
              Discard
            </Button>
          </p>
        )}
        <FormAlert>{form.error}</FormAlert>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 @[46rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-5 @[46rem]:col-start-1">
            <FieldInput {...propsOf('name')} />
            <FieldInput {...propsOf('nameHindi')} />
            <div className="grid grid-cols-2 items-start gap-4">
              <FieldInput {...propsOf('brand')} list={`${listId}-brands`} />
              <FieldInput {...propsOf('veg')} />
            </div>
            <FieldRows form={form} rows={codeRows} />
            <FieldInput {...propsOf('description')} />
            <FieldInput {...propsOf('descriptionHindi')} />
            <FormControl form={form} name="image">
              <ImageField
                label={`Pictures (up to ${maximumProductImages})`}
                name="image"
                subject={draft.name.trim()}
                images={images}
                error={errorOf('image')}
              />
            </FormControl>
          </div>
          <div className="flex min-w-0 flex-col gap-5 @[46rem]:col-start-2 @[46rem]:[grid-row:1/span_2]">
            <FieldInput {...propsOf('status')} />
            <FormControl form={form} name="category">
              <MultiSelect
                label="Category"
                name="category"
                placeholder="Search categories"
                choices={toOptions(categories, product?.category ?? [])}
                chosen={draft.category}
                onChange={(ids) => change('category', ids)}
                error={errorOf('category')}
              />
            </FormControl>
            <FormControl form={form} name="subCategory">
              <MultiSelect
                label="Sub Category"
                name="subCategory"
                placeholder="Search sub-categories"
                choices={subCategoryOptions(subCategories, product?.subCategory ?? [], draft.category)}
                chosen={draft.subCategory}
                onChange={(ids) => change('subCategory', ids)}
                hint={stray.length === 0 ? undefined : `Not in a selected category: ${stray.join(', ')}.`}
                error={errorOf('subCategory')}
              />
            </FormControl>
            <div className="grid grid-cols-2 items-start gap-4">
              <FieldInput {...propsOf('unit')} list={`${listId}-units`} />
              <Field
                label="Stock"
                inputMode="numeric"
                placeholder="100"
                required
                autoComplete="off"
                {...form.fieldProps('stock')}
              />
            </div>
            <FieldRows form={form} rows={priceRows} />
            <PricePreview price={draft.price} discount={draft.discount} salePrice={draft.salePrice} />
            <FieldRows form={form} rows={[...lastRows, ...otherRows]} />
          </div>
          <div className="@[46rem]:col-start-1">
            <FormControl form={form} name="more_details">
              <DetailFields
                details={draft.more_details}
                error={errorOf('more_details')}
                errorAt={(position) => errorOf(`more_details.${position}.text`)}
                onChange={(details) => change('more_details', details)}
              />
            </FormControl>
          </div>
        </div>
        <datalist id={`${listId}-brands`}>
          {brands.map(({ name, count }) => (
            <option key={name} value={name} label={count === 1 ? '1 product' : `${count} products`} />
          ))}
        </datalist>
        <datalist id={`${listId}-units`}>
          {usualUnits.map((unit) => (
            <option key={unit} value={unit} />
          ))}
        </datalist>
      </form>
    </div>
  );
}
