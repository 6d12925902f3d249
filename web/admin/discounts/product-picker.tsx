import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { callApiOrThrow } from '#web/api/client.ts';
import { Field } from '#web/ui/field.tsx';

interface ProductPickerProps {
  label?: string;
  hint?: string;
  chosen: readonly string[];
  error: string | undefined;
  /** `added` is the product that was chosen; undefined after a removal. */
  onChange: (ids: string[], added?: { _id: string; name: string }) => void;
}

const shownResults = 6;

/** Chooses products by a search, because a store has thousands of them. */
export function ProductPicker(props: ProductPickerProps) {
  const { label = 'Products', hint = 'Search to add one. Without categories and products it is for all.' } =
    props;
  const { chosen, error, onChange } = props;
  const [search, setSearch] = useState('');
  const names = useQuery({
    queryKey: ['offer-products', chosen],
    queryFn: async ({ signal }) =>
      chosen.length === 0
        ? []
        : (await callApiOrThrow('listProductsById', { ids: [...chosen] }, { signal })).data,
  });
  const found = useQuery({
    queryKey: ['offer-product-search', search],
    queryFn: async ({ signal }) =>
      // Unlike 'searchProducts', which counts searches of shoppers.
      (await callApiOrThrow('listProducts', { search, limit: shownResults }, { signal })).data,
    enabled: search.trim().length > 1,
  });
  const nameOf = (id: string) => {
    const product = names.data?.find(({ _id }) => _id === id);
    return product === undefined ? '…' : `${product.name}, ${product.unit}`;
  };
  return (
    <div className="space-y-2">
      <Field
        label={label}
        hint={hint}
        type="search"
        autoComplete="off"
        value={search}
        error={error}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {search.trim().length > 1 && (
        <ul aria-label="Products found" className="divide-y divide-line rounded-md border border-line">
          {(found.data ?? []).map(({ _id, name, unit }) => (
            <li key={_id}>
              <button
                type="button"
                disabled={chosen.includes(_id)}
                className="min-h-11 w-full px-3 text-left text-sm wrap-anywhere hover:bg-sunken disabled:text-ink-soft"
                onClick={() => {
                  onChange([...chosen, _id], { _id, name });
                  setSearch('');
                }}
              >
                {name}, {unit}
              </button>
            </li>
          ))}
          {found.data?.length === 0 && <li className="px-3 py-2 text-sm text-ink-soft">No results</li>}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul aria-label="Chosen products" className="flex flex-wrap gap-2">
          {chosen.map((id) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Remove ${nameOf(id)}`}
                className="flex min-h-11 items-center gap-1 rounded-md border border-line bg-sunken px-3 text-sm wrap-anywhere"
                onClick={() => onChange(chosen.filter((other) => other !== id))}
              >
                {nameOf(id)}
                <X aria-hidden="true" className="size-4 flex-none" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
