import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ProductFacets } from '#contract/products/product.ts';
import { type ListOptions, parseListOptions } from '#contract/products/product-filter.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, Drawer } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { FilterFields } from './filter-fields.tsx';
import { type ListSource, listAddress, listSorts, toCountText, withoutFilters } from './list-options.ts';

interface SheetProps {
  source: ListSource;
  options: ListOptions;
  onClose: () => void;
}

/** Closes on 'Back', which leaves the list. */
function useCloseOnBack(onClose: () => void): void {
  useEffect(() => {
    window.addEventListener('popstate', onClose);
    return () => window.removeEventListener('popstate', onClose);
  }, [onClose]);
}

/** The orders of a list as links: a bottom sheet, on a desktop a dialog. */
export function SortSheet({ source, options, onClose }: SheetProps) {
  useCloseOnBack(onClose);
  return (
    <Dialog title={t('products.sort')} onClose={onClose}>
      <ul className="-my-2">
        {listSorts(source).map(({ sort, text }) => (
          <li key={text}>
            <Link
              to={listAddress(source, { ...options, sort })}
              rel="nofollow"
              onClick={onClose}
              aria-current={options.sort === sort ? 'true' : undefined}
              className="flex min-h-12 items-center justify-between gap-3 text-base text-ink aria-[current]:font-bold aria-[current]:text-leaf"
            >
              {text}
              {options.sort === sort && <Check aria-hidden="true" className="size-5" />}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The filters of a list: a bottom sheet, on a desktop a drawer. Its counts follow what is chosen in it. */
export function FilterSheet({ source, options, onClose }: SheetProps) {
  const formId = useId();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(options);
  const { facets, isCurrent, hasFailed, retry } = useFacets(source, draft);
  const counted = isCurrent ? facets : null;
  useCloseOnBack(onClose);
  const readForm = (form: HTMLFormElement): ListOptions => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    return { ...parseListOptions(new URLSearchParams(fields)), sort: options.sort };
  };
  const show = (chosen: ListOptions) => {
    onClose();
    void navigate(listAddress(source, chosen));
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    show(readForm(event.currentTarget));
  };
  return (
    <Drawer
      title={t('products.filter')}
      onClose={onClose}
      footer={
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
          <Button variant="quiet" onClick={() => show(withoutFilters(options))}>
            {t('products.clearAll')}
          </Button>
          <Button type="submit" form={formId} isWide>
            {toShowText(counted)}
          </Button>
          <span role="status" className="sr-only">
            {counted === null ? '' : toCountText(counted.totalCount)}
          </span>
        </div>
      }
    >
      {facets === null ? (
        <div className="flex min-h-64 flex-col items-center justify-center gap-3">
          {hasFailed ? (
            <>
              <p role="alert">{t('products.filtersFailed')}</p>
              <Button variant="secondary" onClick={retry}>
                {t('shell.tryAgain')}
              </Button>
            </>
          ) : (
            <Spinner />
          )}
        </div>
      ) : (
        <form
          id={formId}
          onSubmit={handleSubmit}
          onChange={(event) => setDraft(readForm(event.currentTarget))}
        >
          <FilterFields options={draft} facets={facets} hasBrands={!('brand' in source.input)} />
        </form>
      )}
    </Drawer>
  );
}

function toShowText(facets: ProductFacets | null): string {
  return facets === null
    ? t('products.showProducts')
    : t('products.showCount', { products: toCountText(facets.totalCount) });
}

/**
 * Counts of the choices with `options`; `isCurrent` is false while they are those of former options, also after a
 * failed request. The brands keep the places that they have first.
 */
function useFacets({ input }: ListSource, options: ListOptions) {
  const [counts, setCounts] = useState<{ key: string; facets: ProductFacets } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { sort: _sort, ...filter } = options;
  const key = JSON.stringify({ ...input, ...filter });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the request.
  useEffect(() => {
    let isWanted = true;
    callApiOrThrow('listFacets', JSON.parse(key)).then(
      ({ data }) => {
        if (isWanted)
          setCounts((shown) => ({ key, facets: shown === null ? data : keepPlaces(shown.facets, data) }));
      },
      () => isWanted && setHasFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [key, attempt]);
  const retry = () => {
    setHasFailed(false);
    setAttempt((count) => count + 1);
  };
  return { facets: counts?.facets ?? null, isCurrent: counts?.key === key, hasFailed, retry };
}

function keepPlaces(shown: ProductFacets, next: ProductFacets): ProductFacets {
  const counts = new Map(next.brands.map(({ name, count }) => [name.toLowerCase(), { name, count }]));
  const known = new Set(shown.brands.map(({ name }) => name.toLowerCase()));
  return {
    ...next,
    brands: [
      ...shown.brands.map(({ name }) => ({ name, count: counts.get(name.toLowerCase())?.count ?? 0 })),
      ...next.brands.filter(({ name }) => !known.has(name.toLowerCase())),
    ],
  };
}
