import type { Order } from '#contract/order.ts';
import { formatPaise, productPricePaise } from '#contract/rules/money.ts';
import { Picture } from '#web/ui/picture.tsx';

type Line = Order['items'][number];

/** The lines of an order with their prices; what could not be packed is struck through. */
export function OrderLineList({ items }: { items: readonly Line[] }) {
  return (
    <ul className="min-w-0 divide-y divide-line">
      {items.map((item) => (
        <li key={item.position} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
          <span
            className={`size-14 flex-none overflow-hidden rounded-md bg-sunken p-1 ${item.isTakenOff ? 'opacity-50' : ''}`}
          >
            <Picture src={item.image} alt="" width={56} height={56} sizes="56px" />
          </span>
          <span className="min-w-0 flex-1 text-sm">
            <span
              className={`line-clamp-3 font-semibold wrap-anywhere ${item.isTakenOff ? 'text-ink-soft' : ''}`}
            >
              {item.name}
            </span>
            <span className="text-ink-soft wrap-anywhere">
              {item.unit} × {item.quantity}
            </span>
            {item.isTakenOff && (
              <span className="block font-semibold text-danger">Could not be packed, and is not charged</span>
            )}
          </span>
          <LinePrice item={item} />
        </li>
      ))}
    </ul>
  );
}

function LinePrice({ item }: { item: Line }) {
  const price = formatPaise(productPricePaise(item) * item.quantity);
  return item.isTakenOff ? (
    <s className="text-sm text-ink-soft tabular-nums">{price}</s>
  ) : (
    <span className="text-sm font-semibold tabular-nums">{price}</span>
  );
}
