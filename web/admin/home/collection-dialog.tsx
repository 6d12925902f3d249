import type { EndpointInput } from '#contract/api.ts';
import type { Collection, CollectionSort, CollectionSource } from '#contract/home/home.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { FormDialog, findIssues, useDialogForm } from '#web/admin/dialog-form.tsx';
import { ProductPicker } from '#web/admin/discounts/product-picker.tsx';
import { bindFields, type Edited, NumberField, RupeesField, TextField } from '#web/admin/form-parts.tsx';
import { MultiSelect } from '#web/admin/multi-select.tsx';
import { callApi } from '#web/api/client.ts';
import { SelectField } from '#web/ui/field.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

type Fields = EndpointInput<'createCollection'>;
type Rule = Extract<CollectionSource, { kind: 'RULE' }>;

const newRule: Rule = {
  kind: 'RULE',
  categoryIds: [],
  brand: '',
  minDiscount: null,
  maxPriceAmt: null,
  sort: 'newest',
};

const newFields: Fields = {
  title: '',
  titleHindi: '',
  source: { kind: 'PRODUCTS', productIds: [] },
  productCount: 20,
  startsAt: null,
  endsAt: null,
  isActive: true,
};

function toFields({ _id, version: _version, ...fields }: Collection): Fields {
  return fields;
}

const sorts: readonly (readonly [CollectionSort, string])[] = [
  ['newest', 'The newest'],
  ['best-selling', 'The best-selling'],
  ['discount', 'The largest discounts'],
  ['price-low', 'The cheapest'],
  ['price-high', 'The most expensive'],
];

interface CollectionDialogProps {
  /** Null adds one. */
  collection: Collection | null;
  timeZone: string;
  onSaved: (message: string) => void;
  /** Called when the collection is another one on the server. */
  onOutdated: () => void;
  onClose: () => void;
}

/** Creates or changes a collection. */
export default function CollectionDialog(props: CollectionDialogProps) {
  const { collection, timeZone, onSaved, onOutdated, onClose } = props;
  const form = useDialogForm(collection === null ? newFields : toFields(collection));
  const { value: fields, errorOf } = form;
  const { source } = fields;
  const field = bindFields(form);
  const setSource = field('source').onChange;

  const save = () =>
    form.save({
      findIssues: () =>
        findIssues(async () => (await import('#contract/home/home.ts')).createCollection.input, fields),
      send: () =>
        collection === null
          ? callApi('createCollection', fields)
          : callApi('updateCollection', { _id: collection._id, version: collection.version, ...fields }),
      onSaved,
      onOutdated,
    });

  return (
    <FormDialog
      title={collection === null ? 'New collection' : 'Change collection'}
      form={form}
      isNew={collection === null}
      onSave={save}
      onClose={onClose}
    >
      <TextField label="Title" autoComplete="off" maxLength={60} {...field('title')} />
      <TextField
        label="Title in Hindi (optional)"
        autoComplete="off"
        lang="hi"
        maxLength={60}
        {...field('titleHindi')}
      />
      <SelectField
        label="Products"
        choices={[
          ['PRODUCTS', 'Chosen one by one'],
          ['RULE', 'By a rule'],
        ]}
        value={source.kind}
        onChange={({ target }) =>
          setSource(target.value === 'RULE' ? newRule : { kind: 'PRODUCTS', productIds: [] })
        }
      />
      {source.kind === 'PRODUCTS' ? (
        <ProductPicker
          label="Add a product"
          hint="In the order in which you add them. Sold-out products are not shown."
          chosen={source.productIds}
          error={errorOf('source.productIds')}
          onChange={(productIds) => setSource({ kind: 'PRODUCTS', productIds })}
        />
      ) : (
        <RuleFields value={source} errorOf={(name) => errorOf(`source.${name}`)} onChange={setSource} />
      )}
      <NumberField label="Maximum products" hint="1 to 100" {...field('productCount')} />
      <ScheduleFields field={field} timeZone={timeZone} />
    </FormDialog>
  );
}

function RuleFields(edited: Edited<Rule>) {
  const { value: rule, onChange } = edited;
  const field = bindFields(edited);
  const { value: chosen, ...categoryIds } = field('categoryIds');
  const { data: categories = [] } = useCategories();
  const { data: subCategories = [] } = useSubCategories();
  return (
    <>
      <SelectField
        label="Sort by"
        choices={sorts}
        value={rule.sort}
        onChange={({ target }) => {
          const sort = sorts.find(([each]) => each === target.value)?.[0];
          if (sort !== undefined) onChange({ ...rule, sort });
        }}
      />
      <MultiSelect
        label="Categories"
        hint="Leave empty for all."
        choices={[...categories, ...subCategories].map(({ _id, name }) => ({ id: _id, name }))}
        chosen={chosen}
        {...categoryIds}
      />
      <TextField
        label="Brand"
        hint="Leave empty for all."
        autoComplete="off"
        maxLength={100}
        {...field('brand')}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <RupeesField label="Minimum discount (%)" hint="Leave empty for any." {...field('minDiscount')} />
        <RupeesField
          label="Maximum price (₹)"
          hint="After the discount. Leave empty for any."
          {...field('maxPriceAmt')}
        />
      </div>
    </>
  );
}
