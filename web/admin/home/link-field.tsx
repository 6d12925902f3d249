import { useState } from 'react';
import { brandPath, collectionPath, listingPath, productPath } from '#contract/base/slug.ts';
import type { Collection } from '#contract/home/home.ts';
import { parseShopPath, type ShopPage } from '#contract/home/shop-path.ts';
import { useBrands, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { ProductPicker } from '#web/admin/discounts/product-picker.tsx';
import { Field, SelectField } from '#web/ui/field.tsx';
import { bannerLabels, linkLabels } from './home-labels.ts';

const isKind = (text: string): text is ShopPage['kind'] => Object.hasOwn(linkLabels, text);

interface LinkFieldProps {
  value: string;
  collections: readonly Collection[];
  error: string | undefined;
  onChange: (link: string) => void;
}

/** The page of the shop to which a banner leads. */
export function LinkField({ value: link, onChange, ...props }: LinkFieldProps) {
  const [kind, setKind] = useState<ShopPage['kind']>(parseShopPath(link)?.page.kind ?? 'LISTING');
  return (
    <div className="space-y-3">
      <SelectField
        label={bannerLabels.link}
        choices={Object.entries(linkLabels)}
        value={kind}
        onChange={({ target }) => {
          if (!isKind(target.value)) return;
          setKind(target.value);
          onChange('');
        }}
      />
      <Target kind={kind} value={link} onChange={onChange} {...props} />
    </div>
  );
}

function Target({ kind, ...props }: LinkFieldProps & { kind: ShopPage['kind'] }) {
  switch (kind) {
    case 'LISTING':
      return <ListingField {...props} />;
    case 'BRAND':
      return <BrandField {...props} />;
    case 'COLLECTION':
      return <CollectionField {...props} />;
    case 'PRODUCT':
      return <ProductField {...props} />;
    default:
      return <SearchField {...props} />;
  }
}

type TargetProps = Omit<LinkFieldProps, 'collections'>;

interface PathSelectProps extends TargetProps {
  label: string;
  /** Paths with their names. */
  paths: readonly (readonly [string, string])[];
}

function PathSelect({ label, paths, value: link, error, onChange }: PathSelectProps) {
  // A link with options of the list, or to something that has another name since.
  const isOther = link !== '' && !paths.some(([path]) => path === link);
  return (
    <SelectField
      label={label}
      error={error}
      choices={[['', 'Choose one'], ...paths, ...(isOther ? [[link, link] as const] : [])]}
      value={link}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function ListingField(props: TargetProps) {
  const { data: subCategories = [] } = useSubCategories();
  const paths = subCategories.flatMap((subCategory) =>
    subCategory.category.map(
      (category) => [listingPath(category, subCategory), `${category.name}: ${subCategory.name}`] as const,
    ),
  );
  return (
    <PathSelect
      label="Category"
      paths={paths.toSorted(([, one], [, other]) => one.localeCompare(other))}
      {...props}
    />
  );
}

function CollectionField({ collections, ...props }: LinkFieldProps) {
  const paths = collections.map((collection) => [collectionPath(collection), collection.title] as const);
  return <PathSelect label="Collection" paths={paths} {...props} />;
}

function BrandField(props: TargetProps) {
  const { data: brands = [] } = useBrands('');
  const paths = brands.map(({ name }) => [brandPath(name), name] as const);
  return <PathSelect label="Brand" paths={paths} {...props} />;
}

function ProductField({ value: link, error, onChange }: TargetProps) {
  const page = parseShopPath(link)?.page;
  const chosen = page?.kind === 'PRODUCT' ? [page.id] : [];
  return (
    <ProductPicker
      label="Product"
      hint="Search to choose one."
      chosen={chosen}
      error={error}
      onChange={(_ids, added) => onChange(added === undefined ? '' : productPath(added))}
    />
  );
}

function SearchField({ value: link, error, onChange }: TargetProps) {
  const [text, setText] = useState(
    link.startsWith('/search?') ? (new URLSearchParams(link.slice('/search?'.length)).get('q') ?? '') : '',
  );
  return (
    <Field
      label="Search for"
      autoComplete="off"
      maxLength={100}
      value={text}
      error={error}
      onChange={({ target }) => {
        setText(target.value);
        const typed = target.value.trim();
        onChange(typed === '' ? '' : `/search?${new URLSearchParams({ q: typed })}`);
      }}
    />
  );
}
