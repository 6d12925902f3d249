import { useId } from 'react';
import { formatPaise, productPricePaise, toPaise } from '#contract/base/money.ts';
import { maximumProductImages } from '#contract/images/image.ts';
import { lowStockAt } from '#contract/inventory/stock.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { productLimits } from '#contract/products/product-fields.ts';
import { useBrands, useCategories, useSubCategories, useTaxRates } from '#web/admin/catalogue-queries.ts';
import { ImageField } from '#web/admin/images/image-field.tsx';
import { FormAlert } from '#web/admin/load-error.tsx';
import { FormControl } from '#web/admin/use-admin-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, SelectField, TextArea } from '#web/ui/field.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { subCategoryOptions, toOptions, unrelatedNames } from './category-options.ts';
import { DetailFields } from './detail-fields.tsx';
import { numericFieldError, parseNumber } from './numeric-fields.ts';
import type { ProductDraft } from './product-draft.ts';
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

const statusChoices = [
  ['active', 'Active: shown in the shop'],
  ['draft', 'Draft: not shown yet'],
  ['archived', 'Archived: no longer sold'],
] as const;

/** The rates of the settings, with the chosen one until they are loaded. */
function toRateChoices(rates: readonly number[] = [], chosen: string): [value: string, text: string][] {
  const own = chosen === '' ? [] : [Number(chosen)];
  const sorted = [...new Set([...rates, ...own])].sort((one, other) => one - other);
  return [['', 'None'], ...sorted.map((rate): [string, string] => [String(rate), `${rate} %`])];
}

/** The price after discount, updated while typing. */
export function PricePreview({ price, discount }: { price: string; discount: string }) {
  return (
    <p role="status" className="flex min-h-13 flex-wrap items-center gap-x-3 rounded-md bg-sunken px-4 py-3">
      <Preview price={price} discount={discount.trim() === '' ? '0' : discount} />
    </p>
  );
}

function Preview({ price, discount }: { price: string; discount: string }) {
  const isKnown =
    numericFieldError('price', price) === undefined && numericFieldError('discount', discount) === undefined;
  if (!isKnown)
    return <span className="text-sm text-ink-soft">The price that shoppers pay appears here.</span>;
  const numbers = { price: parseNumber(price) ?? 0, discount: parseNumber(discount) ?? 0 };
  const before = toPaise(numbers.price);
  const after = productPricePaise(numbers);
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
    </>
  );
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
  const tax = useTaxRates();
  const { draft, change, errorOf, images } = form;
  const textOf = (field: TextField) => ({ required: true, autoComplete: 'off', ...form.fieldProps(field) });
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
        <FormAlert text={form.error} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 @[46rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-5 @[46rem]:col-start-1">
            <Field
              label="Name"
              placeholder="Tomatoes, vine-ripened"
              maxLength={productLimits.name}
              {...textOf('name')}
            />
            <div className="grid grid-cols-2 items-start gap-4">
              <Field
                label="Brand (optional)"
                autoComplete="off"
                list={`${listId}-brands`}
                maxLength={productLimits.brand}
                {...form.fieldProps('brand')}
              />
              <SelectField
                label="Mark of food"
                choices={[
                  ['', 'None'],
                  ['veg', 'Veg'],
                  ['non-veg', 'Non-veg'],
                ]}
                {...form.fieldProps('veg')}
              />
            </div>
            <div className="grid grid-cols-2 items-start gap-4">
              <Field
                label="SKU (optional)"
                autoComplete="off"
                maxLength={productLimits.sku}
                {...form.fieldProps('sku')}
              />
              <Field
                label="Barcode (optional)"
                autoComplete="off"
                inputMode="numeric"
                maxLength={20}
                {...form.fieldProps('barcode')}
              />
            </div>
            <div className="grid grid-cols-2 items-start gap-4">
              <Field
                label="Country of origin (optional)"
                autoComplete="off"
                placeholder="India"
                maxLength={productLimits.origin}
                {...form.fieldProps('origin')}
              />
              <Field
                label="Family (optional)"
                autoComplete="off"
                placeholder="The same for all sizes"
                maxLength={productLimits.family}
                {...form.fieldProps('family')}
              />
            </div>
            <TextArea
              label="Description"
              rows={4}
              maxLength={productLimits.description}
              {...textOf('description')}
            />
            <FormControl form={form} name="image">
              <ImageField
                label={`Images (up to ${maximumProductImages})`}
                name="image"
                subject={draft.name.trim()}
                images={images}
                error={errorOf('image')}
              />
            </FormControl>
          </div>
          <div className="flex min-w-0 flex-col gap-5 @[46rem]:col-start-2 @[46rem]:[grid-row:1/span_2]">
            <SelectField label="Status" choices={statusChoices} {...form.fieldProps('status')} />
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
              <Field
                label="Unit"
                placeholder="500 g"
                list={`${listId}-units`}
                maxLength={productLimits.unit}
                {...textOf('unit')}
              />
              <Field label="Number of Stock" inputMode="numeric" placeholder="100" {...textOf('stock')} />
            </div>
            <div className="grid grid-cols-2 items-start gap-4">
              <Field label="Price (₹)" inputMode="decimal" placeholder="99.50" {...textOf('price')} />
              <Field label="Discount (%)" inputMode="decimal" placeholder="0" {...textOf('discount')} />
            </div>
            <div className="grid grid-cols-2 items-start gap-4">
              <Field
                label="Cost per piece (₹, optional)"
                hint="What you pay without GST."
                autoComplete="off"
                inputMode="decimal"
                {...form.fieldProps('costPrice')}
              />
              <Field
                label="Location (optional)"
                autoComplete="off"
                placeholder="Aisle 3, shelf 2"
                maxLength={productLimits.location}
                {...form.fieldProps('location')}
              />
            </div>
            <PricePreview price={draft.price} discount={draft.discount} />
            <div className="grid grid-cols-2 items-start gap-4">
              <Field
                label="Maximum per order"
                autoComplete="off"
                inputMode="numeric"
                placeholder="No maximum"
                {...form.fieldProps('maximumPerOrder')}
              />
              <Field
                label="Low stock at"
                autoComplete="off"
                inputMode="numeric"
                placeholder={String(lowStockAt)}
                {...form.fieldProps('lowStockThreshold')}
              />
            </div>
            <div className="grid grid-cols-3 items-start gap-4">
              <Field
                label="HSN code"
                autoComplete="off"
                inputMode="numeric"
                maxLength={20}
                {...form.fieldProps('hsn')}
              />
              <SelectField
                label="GST"
                choices={toRateChoices(tax?.gstRates, draft.gstRate)}
                {...form.fieldProps('gstRate')}
              />
              <SelectField
                label="Cess"
                choices={toRateChoices(tax?.cessRates, draft.cessRate)}
                {...form.fieldProps('cessRate')}
              />
            </div>
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

type TextField = {
  [Field in keyof ProductDraft]: ProductDraft[Field] extends string ? Field : never;
}[keyof ProductDraft];
