import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { keepsDiet } from '#contract/picking/replacement.ts';
import type { Product } from '#contract/products/product.ts';
import { callApi } from '#web/api/client.ts';
import {
  type ProductCardData,
  shownNameOf,
  tileClass,
  tileHueStyle,
  tileImageClass,
  toPriceTag,
  toProductCardData,
} from '#web/storefront/product-card-data.ts';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';

const maximumProducts = 12;

/** A product that is tried first. */
export interface Preferred {
  _id: string;
  name: string;
  nameHindi: string;
  unit: string;
  image: string;
}

interface ReplacementPickerProps {
  product: ProductCardData;
  onBack: () => void;
  onChoose: (preferred: Preferred) => void;
}

/** Products that may replace one of the cart: its other sizes and those of its sub-category, or those of a search. */
export function ReplacementPicker({ product, onBack, onChoose }: ReplacementPickerProps) {
  const [search, setSearch] = useState('');
  /** The text that was searched for; empty for similar products. */
  const [wanted, setWanted] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [products, setProducts] = useState<readonly ProductCardData[] | 'loading' | 'failed'>('loading');
  const back = useRef<HTMLButtonElement>(null);
  // The browser focuses the first button, which is Close.
  useEffect(() => back.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` reads again.
  useEffect(() => {
    let isCurrent = true;
    setProducts('loading');
    void findProducts(product._id, wanted).then((found) => {
      if (isCurrent) setProducts(found ?? 'failed');
    });
    return () => {
      isCurrent = false;
    };
  }, [product._id, wanted, attempt]);
  function submit(event: FormEvent) {
    event.preventDefault();
    setWanted(search.trim());
  }
  return (
    <>
      <p className="mb-1 font-semibold wrap-anywhere">
        {t('substitution.insteadOf', { name: shownNameOf(product) })}
      </p>
      <p className="text-sm text-ink-soft">{t('substitution.similarHint')}</p>
      <Button ref={back} variant="quiet" className="-ml-2 px-2! text-leaf!" onClick={onBack}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t('substitution.back')}
      </Button>
      <form className="mb-4 flex items-end gap-2" onSubmit={submit}>
        <Field
          type="search"
          label={t('substitution.searchLabel')}
          value={search}
          maxLength={100}
          className="min-w-0 flex-1"
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button type="submit" variant="secondary">
          {t('products.searchTitle')}
        </Button>
      </form>
      {products === 'loading' && (
        <div className="grid min-h-40 place-items-center">
          <Spinner />
        </div>
      )}
      {products === 'failed' && (
        <div className="flex flex-col items-start gap-3">
          <p role="alert">{t('substitution.loadFailed')}</p>
          <Button onClick={() => setAttempt(attempt + 1)}>{t('shell.tryAgain')}</Button>
        </div>
      )}
      {typeof products !== 'string' && (
        <>
          <p role="status" className={products.length > 0 ? 'sr-only' : 'text-ink-soft'}>
            {products.length > 0
              ? t('products.count', { count: products.length })
              : t('substitution.noneFound')}
          </p>
          <ul aria-label={t('substitution.similar')} className="divide-y divide-line">
            {products.map((each) => (
              <Replacement key={each._id} product={each} onChoose={onChoose} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface ReplacementProps {
  product: ProductCardData;
  onChoose: (preferred: Preferred) => void;
}

function Replacement({ product, onChoose }: ReplacementProps) {
  const { now, before } = toPriceTag(product);
  const { _id, name, nameHindi = '', unit, image } = product;
  return (
    <li className="flex items-center gap-3 py-3" style={tileHueStyle(product.hue)}>
      <span className={`size-14 flex-none rounded-md p-1 ${tileClass}`}>
        <Picture src={image} alt="" width={56} height={56} sizes="56px" className={tileImageClass} />
      </span>
      <p className="min-w-0 flex-1 text-sm">
        <span lang={langOf(nameOf(product))} className="line-clamp-3 font-semibold wrap-anywhere">
          {shownNameOf(product)}
        </span>
        <span className="block text-ink-soft">{unit}</span>
        <span className="block tabular-nums">
          <strong>{now}</strong>
          {before !== null && <s className="ml-1.5 text-ink-soft">{before}</s>}
        </span>
      </p>
      <Button
        variant="secondary"
        aria-label={t('substitution.takeName', { name: nameOf(product) })}
        className="px-3!"
        onClick={() => onChoose({ _id, name, nameHindi, unit, image })}
      >
        {t('substitution.takeThis')}
      </Button>
    </li>
  );
}

/** Null if they could not be read. Never what is not vegetarian for what is: a picker could not take it. */
async function findProducts(productId: string, search: string): Promise<readonly ProductCardData[] | null> {
  const details = await callApi('getProductDetails', { productId });
  if (!details.isOk) return null;
  const { veg, sizes, category, subCategory } = details.response.data;
  const [categoryId, subCategoryId] = [category[0]?._id ?? '', subCategory[0]?._id ?? ''];
  const common = { inStock: true, limit: maximumProducts };
  const outcome =
    search === ''
      ? await callApi('listProductsByCategoryAndSubCategory', { categoryId, subCategoryId, ...common })
      : await callApi('searchProducts', { search, ...common });
  if (!outcome.isOk) return null;
  const found: readonly Product[] = [...(search === '' ? sizes : []), ...outcome.response.data];
  const others = found.filter((each) => each._id !== productId && each.stock > 0 && keepsDiet(veg, each.veg));
  const unique = [...new Map(others.map((each) => [each._id, each])).values()];
  return unique.slice(0, maximumProducts).map(toProductCardData);
}
