import type { EndpointInput } from '#contract/api.ts';
import type { Collection, CollectionSort, CollectionSource } from '#contract/home/home.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { FormDialog, findIssues, useDialogForm } from '#web/admin/dialog-form.tsx';
import { ProductPicker } from '#web/admin/discounts/product-picker.tsx';
import { bindFields, type Edited, NumberField, RupeesField, TextField } from '#web/admin/form-parts.tsx';
import { MultiSelect } from '#web/admin/multi-select.tsx';
import { callApi } from '#web/api/client.ts';
import { SelectField } from '#web/ui/field.tsx';
import { collectionLabels, sortLabels, sourceLabels } from './home-labels.ts';
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

const isSort = (text: string): text is CollectionSort => Object.hasOwn(sortLabels, text);

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
      title={collection === null ? 'New collection' : 'Edit collection'}
      form={form}
      isNew={collection === null}
      onSave={save}
      onClose={onClose}
    >
      <TextField label={collectionLabels.title} autoComplete="off" maxLength={60} {...field('title')} />
      <TextField
        label={collectionLabels.titleHindi}
        autoComplete="off"
        lang="hi"
        maxLength={60}
        {...field('titleHindi')}
      />
      <SelectField
        label={collectionLabels.source}
        choices={Object.entries(sourceLabels)}
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
      <NumberField label={collectionLabels.productCount} hint="1 to 100" {...field('productCount')} />
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
        label={collectionLabels.sort}
        choices={Object.entries(sortLabels)}
        value={rule.sort}
        onChange={({ target }) => {
          if (isSort(target.value)) onChange({ ...rule, sort: target.value });
        }}
      />
      <MultiSelect
        label={collectionLabels.categoryIds}
        hint="Leave empty for all."
        choices={[...categories, ...subCategories].map(({ _id, name }) => ({ id: _id, name }))}
        chosen={chosen}
        {...categoryIds}
      />
      <TextField
        label={collectionLabels.brand}
        hint="Leave empty for all."
        autoComplete="off"
        maxLength={100}
        {...field('brand')}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <RupeesField
          label={collectionLabels.minDiscount}
          hint="Leave empty for any."
          {...field('minDiscount')}
        />
        <RupeesField
          label={collectionLabels.maxPriceAmt}
          hint="After the discount. Leave empty for any."
          {...field('maxPriceAmt')}
        />
      </div>
    </>
  );
}
