import { ArrowRight } from 'lucide-react';
import type { Product } from '#contract/product.ts';
import { formatPaise, productPricePaise } from '#contract/rules/money.ts';
import { figureText } from './figure.ts';
import type { Plan, WishedProduct } from './wish.ts';

interface BulkPreviewProps {
  plan: Plan;
  /** The names of shelves by their ids. */
  names: ReadonlyMap<string, string>;
}

const shownFirst = 5;

/** How many products would change, and the first of them before and after. */
export function BulkPreview({ plan: { wished, unchanged, problem }, names }: BulkPreviewProps) {
  return (
    <section aria-label="What would change" className="rounded-md bg-sunken p-4 text-sm">
      <p role="status" className="font-semibold">
        {countText(wished.length, unchanged)}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-2 font-medium wrap-anywhere text-danger">
          {problem}
        </p>
      )}
      <ul className="mt-2 divide-y divide-line">
        {wished.slice(0, shownFirst).map((product) => (
          <li key={product.before._id} className="grid gap-x-4 py-2 sm:grid-cols-2">
            <p className="font-semibold wrap-anywhere">{product.before.name}</p>
            <div>
              {linesOf(product, names).map(({ label, before, after }) => (
                <p key={label} className="flex flex-wrap items-center gap-x-2 tabular-nums">
                  <span className="text-ink-soft">{label}</span>
                  <del className="text-ink-soft">{before === '' ? 'none' : before}</del>
                  <ArrowRight aria-hidden="true" className="size-3.5 flex-none text-ink-soft" />
                  <ins className="font-semibold no-underline">{after}</ins>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {wished.length > shownFirst && (
        <p className="text-ink-soft">and {wished.length - shownFirst} more like these</p>
      )}
    </section>
  );
}

function countText(changing: number, unchanged: number): string {
  if (changing === 0) return unchanged === 0 ? 'Nothing is left to change.' : 'Nothing would change yet.';
  const count = changing === 1 ? '1 product changes' : `${changing} products change`;
  if (unchanged === 0) return `${count}.`;
  return `${count}, ${unchanged} ${unchanged === 1 ? 'is' : 'are'} like that already.`;
}

function linesOf({ before, after }: WishedProduct, names: ReadonlyMap<string, string>) {
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '…').join(', ');
  const own = (shelves: readonly { name: string }[]) => shelves.map(({ name }) => name).join(', ');
  const lines = [
    {
      label: 'Discount',
      before: figureText('discount', before.discount),
      after: figureText('discount', after.discount),
    },
    { label: 'Sells at', before: sellsAt(before), after: sellsAt({ ...before, discount: after.discount }) },
    { label: 'Stock', before: figureText('stock', before.stock), after: figureText('stock', after.stock) },
    { label: 'Category', before: own(before.category), after: named(after.category) },
    { label: 'Sub category', before: own(before.subCategory), after: named(after.subCategory) },
  ];
  // Shelves may be named in another order than before.
  return lines.filter((line) => sorted(line.before) !== sorted(line.after));
}

function sellsAt(product: Pick<Product, 'price' | 'discount'>): string {
  return formatPaise(productPricePaise(product));
}

function sorted(list: string): string {
  return list.split(', ').sort().join();
}
