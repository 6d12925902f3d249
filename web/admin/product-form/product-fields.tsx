import { type FormEvent, useId } from 'react';
import type { Product } from '#contract/product.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useCategories, useSubCategories } from '../catalogue.ts';
import { FormProblem } from '../form-problem.tsx';
import { PictureField } from '../picture-field/picture-field.tsx';
import { ExtraFields } from './extra-fields.tsx';
import { PricePreview } from './price-preview.tsx';
import type { ProductDraft } from './product-draft.ts';
import { maximumPictures, textLimits } from './product-issues.ts';
import './product-fields.css';
import { choicesOf, strayNames, subCategoryChoices } from './shelf-choices.ts';
import { usualUnits } from './units.ts';
import type { ProductForm } from './use-product-form.ts';

interface ProductFieldsProps {
  /** The id of the form, for the button that sends it from outside. */
  id: string;
  form: ProductForm;
  /** The product to change; none for a new one. */
  product?: Product | undefined;
}

/** All fields of a product (specification sections 2 and 5). */
export function ProductFields({ id, form, product }: ProductFieldsProps) {
  const listId = useId();
  const { data: categories } = useCategories();
  const { data: subCategories } = useSubCategories();
  const { draft, change, issues, pictures } = form;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form in a dialog lies in the tree of the page; no form around it must be sent with it.
    event.stopPropagation();
    form.submit();
  }

  function textOf(field: TextField) {
    return {
      name: field,
      required: true,
      autoComplete: 'off',
      value: draft[field],
      error: issues[field],
      onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
    };
  }

  const stray = strayNames(subCategories, draft.subCategory, draft.category);
  return (
    <div className="product-form">
      <form ref={form.form} id={id} method="post" noValidate onSubmit={submit} className="grid gap-5">
        {form.isRestored && (
          <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-marigold-soft px-4 py-1 text-sm">
            <span className="py-2">What was not saved here is still there.</span>
            <Button variant="quiet" onClick={form.discard}>
              Start again
            </Button>
          </p>
        )}
        <FormProblem text={form.problem} />
        <div className="product-fields">
          <div className="column main">
            <Field
              label="Name"
              placeholder="Tomatoes, vine-ripened"
              maxLength={textLimits.name}
              {...textOf('name')}
            />
            <TextArea
              label="Description"
              rows={4}
              maxLength={textLimits.description}
              {...textOf('description')}
            />
            <PictureField
              label={`Images (up to ${maximumPictures})`}
              name="image"
              subject={draft.name.trim()}
              pictures={pictures}
              error={issues.image}
            />
          </div>
          <div className="column side">
            <MultiSelect
              label="Category"
              name="category"
              placeholder="Search categories"
              choices={choicesOf(categories, product?.category ?? [])}
              chosen={draft.category}
              onChange={(category) => change({ category })}
              error={issues.category}
            />
            <MultiSelect
              label="Sub Category"
              name="subCategory"
              placeholder="Search sub-categories"
              choices={subCategoryChoices(subCategories, product?.subCategory ?? [], draft.category)}
              chosen={draft.subCategory}
              onChange={(subCategory) => change({ subCategory })}
              hint={
                stray.length === 0 ? undefined : `In no category that is chosen above: ${stray.join(', ')}.`
              }
              error={issues.subCategory}
            />
            <div className="pair">
              <Field
                label="Unit"
                placeholder="500 g"
                list={`${listId}-units`}
                maxLength={textLimits.unit}
                {...textOf('unit')}
              />
              <Field label="Number of Stock" inputMode="numeric" placeholder="100" {...textOf('stock')} />
            </div>
            <div className="pair">
              <Field label="Price (₹)" inputMode="decimal" placeholder="99.50" {...textOf('price')} />
              <Field label="Discount (%)" inputMode="decimal" placeholder="0" {...textOf('discount')} />
            </div>
            <PricePreview price={draft.price} discount={draft.discount} />
          </div>
          <div className="extra">
            <ExtraFields
              details={draft.more_details}
              issues={issues}
              onChange={(more_details) => change({ more_details })}
            />
          </div>
        </div>
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
