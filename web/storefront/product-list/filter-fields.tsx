import { type ReactNode, useId } from 'react';
import type { ProductFacets } from '#contract/products/product.ts';
import { discountSteps, type ListOptions, maximumFilterBrands } from '#contract/products/product-filter.ts';
import { t } from '#web/texts/t.ts';
import { Field } from '#web/ui/field.tsx';
import { toDiscountText } from './list-options.ts';

const brandsAtOnce = 8;

interface FilterFieldsProps {
  options: ListOptions;
  facets: ProductFacets;
  /** False for a list of one brand. */
  hasBrands: boolean;
}

/** The fields of a form that filters a list; their names are the query parameters of its address. Uncontrolled. */
export function FilterFields({ options, facets, hasBrands }: FilterFieldsProps) {
  const { brands = [], minPrice, maxPrice, inStock, minDiscount, veg } = options;
  const chosen = new Set(brands.map((brand) => brand.toLowerCase()));
  const isChosen = (name: string) => chosen.has(name.toLowerCase());
  const { price } = facets;
  const toBrand = ({ name, count }: ProductFacets['brands'][number]) => (
    <Choice
      key={name.toLowerCase()}
      type="checkbox"
      name="brand"
      value={name}
      isChosen={isChosen(name)}
      isDisabled={!isChosen(name) && chosen.size >= maximumFilterBrands}
      count={count}
    >
      {name}
    </Choice>
  );
  const hasMarks = facets.veg + facets.nonVeg > 0 || veg !== undefined;
  return (
    <div className="grid gap-6">
      <Group legend={t('products.price')}>
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('products.fromRupees')}
            name="min"
            inputMode="numeric"
            autoComplete="off"
            pattern="[0-9]*"
            maxLength={7}
            defaultValue={minPrice}
            placeholder={price === null ? '' : String(Math.floor(price.minimum))}
          />
          <Field
            label={t('products.toRupees')}
            name="max"
            inputMode="numeric"
            autoComplete="off"
            pattern="[0-9]*"
            maxLength={7}
            defaultValue={maxPrice}
            placeholder={price === null ? '' : String(Math.ceil(price.maximum))}
          />
        </div>
      </Group>
      <Group legend={t('products.availability')}>
        <Choice type="checkbox" name="stock" value="in" isChosen={inStock === true} count={facets.inStock}>
          {t('products.inStock')}
        </Choice>
      </Group>
      {hasMarks && (
        <Group legend={t('products.vegOrNonVeg')}>
          <Choice type="radio" name="veg" value="" isChosen={veg === undefined}>
            {t('products.all')}
          </Choice>
          <Choice type="radio" name="veg" value="veg" isChosen={veg === true} count={facets.veg}>
            {t('products.veg')}
          </Choice>
          <Choice type="radio" name="veg" value="non-veg" isChosen={veg === false} count={facets.nonVeg}>
            {t('products.nonVeg')}
          </Choice>
        </Group>
      )}
      <Group legend={t('products.discount')}>
        <Choice type="radio" name="discount" value="" isChosen={minDiscount === undefined}>
          {t('products.any')}
        </Choice>
        {discountSteps
          .map((minimum) => ({
            minimum,
            count: facets.discounts.find((step) => step.minimum === minimum)?.count ?? 0,
          }))
          .filter(({ minimum, count }) => count > 0 || minimum === minDiscount)
          .map(({ minimum, count }) => (
            <Choice
              key={minimum}
              type="radio"
              name="discount"
              value={String(minimum)}
              isChosen={minimum === minDiscount}
              count={count}
            >
              {toDiscountText(minimum)}
            </Choice>
          ))}
      </Group>
      {hasBrands && facets.brands.length > 0 && (
        <Group legend={t('products.brand')}>
          {facets.brands.slice(0, brandsAtOnce).map(toBrand)}
          {facets.brands.length > brandsAtOnce && (
            <details open={facets.brands.slice(brandsAtOnce).some(({ name }) => isChosen(name)) || undefined}>
              <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-leaf">
                {t('products.moreBrands', { count: facets.brands.length - brandsAtOnce })}
              </summary>
              {facets.brands.slice(brandsAtOnce).map(toBrand)}
            </details>
          )}
        </Group>
      )}
    </div>
  );
}

/** Choices of which one applies, or several. */
export function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-bold text-ink">{legend}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceProps {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  isChosen: boolean;
  isDisabled?: boolean;
  /** The number of products that it leaves. */
  count?: number;
  children: ReactNode;
}

export function Choice({ type, name, value, isChosen, isDisabled = false, count, children }: ChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={`flex min-h-11 items-center gap-3 text-base ${count === 0 || isDisabled ? 'text-ink-soft' : 'text-ink'}`}
    >
      <input
        id={id}
        type={type}
        name={name}
        value={value}
        defaultChecked={isChosen}
        disabled={isDisabled}
        className="size-5 flex-none accent-leaf"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
      {count !== undefined && (
        <span className="ml-auto text-sm text-ink-soft tabular-nums">
          {count}
          <span className="sr-only"> {t('products.productsCounted', { count })}</span>
        </span>
      )}
    </label>
  );
}
