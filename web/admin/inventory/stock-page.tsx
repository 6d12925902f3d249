import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ScanBarcode } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { normalizeBarcode, toBarcodeKey } from '#contract/products/barcode.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { Loaded, PageHeading, staffMeta, Thumbnail } from '#web/admin/page-parts.tsx';
import { useUrlParameters } from '#web/admin/url-parameters.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RecordStockForm, type StockEntry } from './record-stock-form.tsx';
import { causeLabels, formatDifference, StockChanges, stockKey } from './stock-changes.tsx';

const productKey = (id: string) => [stockKey, id, 'product'];

export const meta = staffMeta('Stock');

/** `/dashboard/stock`: counts, receipts and waste at the shelf, and the changes of the stock of a product. */
export default function StockPage() {
  const queries = useQueryClient();
  const [parameters, change] = useUrlParameters<'product' | 'page' | 'until'>();
  const productId = parameters.get('product') ?? '';
  const [entries, setEntries] = useState<readonly StockEntry[]>([]);
  const finder = useRef<HTMLInputElement>(null);
  const product = useQuery({
    queryKey: productKey(productId),
    queryFn: ({ signal }) => callApiOrThrow('getProductSummary', { productId }, { signal }),
    enabled: productId !== '',
    staleTime: 0,
    retry: (failures, cause) => failures < 2 && !(cause instanceof ApiError && cause.status === 404),
  });
  const isUnknown = product.error instanceof ApiError && product.error.status === 404;

  function record(entry: StockEntry) {
    setEntries((all) => [entry, ...all]);
    queries.setQueryData(productKey(entry.product._id), { message: '', data: entry.product });
    void queries.invalidateQueries({ queryKey: [stockKey] });
    // The next product is scanned without a tap.
    finder.current?.focus();
  }

  return (
    <>
      <PageHeading title="Stock" />
      <ProductFinder
        input={finder}
        onFound={({ _id }) => change({ product: _id, page: '', until: '' }, { replace: true })}
      />
      {productId === '' ? (
        <EmptyState title="Choose a product">
          Scan its barcode, or type a name, to count it or to see what happened to its stock.
        </EmptyState>
      ) : isUnknown ? (
        <EmptyState title="This product was deleted">What happened to its stock is below.</EmptyState>
      ) : (
        <Loaded query={product} subject="the product">
          {({ data }) => (
            <RecordStockForm
              key={productId}
              product={data}
              firstAction={entries[0]?.action ?? 'COUNT'}
              onRecorded={record}
            />
          )}
        </Loaded>
      )}
      {entries.length > 0 && <RecordedEntries entries={entries} />}
      {productId !== '' && <StockChanges productId={productId} />}
    </>
  );
}

/** What was recorded since the page was opened, newest first. */
function RecordedEntries({ entries }: { entries: readonly StockEntry[] }) {
  return (
    <section aria-label="Recorded now" className="mt-6">
      <h2 className="mb-2 text-lg">Recorded now</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface" aria-live="polite">
        {entries.map(({ requestId, product, action, quantity, difference }) => (
          <li key={requestId} className="flex flex-wrap justify-between gap-x-4 px-3 py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {product.name} <span className="text-ink-soft">{product.unit}</span>
            </span>
            <span className="tabular-nums">
              {causeLabels[action]} {quantity}: {product.stock} available ({formatDifference(difference)})
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const maximumFound = 8;

interface ProductFinderProps {
  input: RefObject<HTMLInputElement | null>;
  onFound: (product: AdminProduct) => void;
}

/** Finds a product by a barcode that a scanner types, by SKU or by name; several are offered as a list. */
function ProductFinder({ input, onFound }: ProductFinderProps) {
  const [found, setFound] = useState<readonly AdminProduct[]>([]);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const newest = useRef(0);
  const listId = useId();

  async function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = input.current?.value.trim() ?? '';
    if (search === '') return setProblem('Enter a barcode, an SKU or a name.');
    newest.current += 1;
    const turn = newest.current;
    setIsBusy(true);
    const outcome = await callApi('listStock', { search, limit: maximumFound });
    // Another barcode was scanned since.
    if (turn !== newest.current) return;
    setIsBusy(false);
    setFound([]);
    setProblem('');
    if (!outcome.isOk) return setProblem(outcome.error.message);
    const [first, ...others] = outcome.response.data;
    if (first === undefined) {
      input.current?.select();
      return setProblem(`No product has the barcode, SKU or name ‘${search}’.`);
    }
    if (others.length > 0 && !isIdentifiedBy(first, search)) return setFound([first, ...others]);
    choose(first);
  }

  function choose(product: AdminProduct) {
    if (input.current !== null) input.current.value = '';
    setFound([]);
    onFound(product);
  }

  return (
    <div className="mb-4">
      <form onSubmit={(event) => void find(event)} className="flex gap-2">
        <label className="flex h-11 min-w-0 flex-1 items-center rounded-md border border-line bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-leaf sm:max-w-96">
          <ScanBarcode aria-hidden="true" className="mx-3 size-5 flex-none text-ink-soft" />
          <span className="sr-only">Barcode, SKU or name</span>
          <input
            ref={input}
            type="search"
            placeholder="Barcode or name"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            className="h-full min-w-0 flex-1 bg-transparent pr-3 text-base outline-none placeholder:text-ink-soft [&:placeholder-shown::-webkit-search-cancel-button]:hidden"
          />
        </label>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          Find
        </Button>
      </form>
      <div className="mt-2 empty:hidden">
        <FormAlert>{problem}</FormAlert>
      </div>
      {found.length > 0 && (
        <ul
          id={listId}
          aria-label="Found products"
          className="mt-2 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
        >
          {found.map((product) => (
            <li key={product._id}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-sunken"
                onClick={() => choose(product)}
              >
                <Thumbnail
                  src={product.image[0] ?? ''}
                  sizes="2rem"
                  className="w-8 flex-none rounded-sm"
                  hue={product.category[0]?.hue}
                />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {product.name} <span className="text-ink-soft">{product.unit}</span>
                </span>
                <span className="flex-none text-sm text-ink-soft tabular-nums">
                  {product.stock} available
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function isIdentifiedBy({ barcode, sku }: AdminProduct, typed: string): boolean {
  const key = toBarcodeKey(normalizeBarcode(typed));
  return (key !== '' && key === toBarcodeKey(barcode)) || sku.toLowerCase() === typed.toLowerCase();
}
