import { formatPaise, paiseOf, productPricePaise } from '#contract/rules/money.ts';
import { figureIssue, figureOf } from './figures.ts';

/** What shoppers are going to pay, while price and discount are typed. */
export function PricePreview({ price, discount }: { price: string; discount: string }) {
  return (
    <p role="status" className="flex min-h-13 flex-wrap items-center gap-x-3 rounded-md bg-sunken px-4 py-3">
      <Preview price={price} discount={discount.trim() === '' ? '0' : discount} />
    </p>
  );
}

function Preview({ price, discount }: { price: string; discount: string }) {
  const isKnown =
    figureIssue('price', price) === undefined && figureIssue('discount', discount) === undefined;
  if (!isKnown) return <span className="text-sm text-ink-soft">Shoppers see the discounted price here.</span>;
  const figures = { price: figureOf(price) ?? 0, discount: figureOf(discount) ?? 0 };
  const before = paiseOf(figures.price);
  const after = productPricePaise(figures);
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
