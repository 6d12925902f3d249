import { MapPin, Navigation, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Coordinates, toMapLinks } from '#contract/addresses/postal-address.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { listUnprintable } from '#contract/tax/print-fonts.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { toRiderTitle } from './order-status.ts';

/** For the rider: what is to be collected, the address with links to a map, and calls. */
export function RiderDetails({ order }: { order: StaffOrder }) {
  return (
    <div className="mb-5 border-b border-line pb-5 text-sm">
      <p className="mb-3 text-lg font-bold tabular-nums">{toRiderTitle(order)}</p>
      <DeliverTo order={order} />
    </div>
  );
}

/** The address of an order, with what is to be known of it before the invoice. */
export function DeliverTo({ order }: { order: StaffOrder }) {
  const { shopper, delivery_address: address } = order;
  const { address_line, city, state, pincode, country } = address;
  const linkClass = `${buttonClass('secondary')} pointer-fine:min-h-9`;
  // Not shown to those who do not deliver.
  if (country === '')
    return (
      <SummarySection title="Shopper">
        <p className="font-semibold wrap-anywhere">{shopper.name}</p>
      </SummarySection>
    );
  return (
    <SummarySection title="Deliver to">
      <p className="font-semibold wrap-anywhere">
        {address.recipient_name === undefined ? (
          shopper.name
        ) : (
          <>
            <bdi>{address.recipient_name}</bdi>{' '}
            <span className="font-normal text-ink-soft">ordered by {shopper.name}</span>
          </>
        )}
      </p>
      <address className="wrap-anywhere not-italic">
        {address.address_line}
        <br />
        {address.landmark !== undefined && (
          <>
            <bdi>{address.landmark}</bdi>
            <br />
          </>
        )}
        {address.city}, {address.state} {address.pincode}
        <br />
        {address.country}
      </address>
      {(address.business_name ?? address.gstin) !== undefined && (
        <p className="my-2 wrap-anywhere">
          Business order: <bdi>{address.business_name}</bdi>{' '}
          {address.gstin !== undefined && `GSTIN ${address.gstin}`}
        </p>
      )}
      {order.hsnDoubts !== undefined && (
        <div className="my-2 rounded-md bg-marigold-soft px-3 py-2 wrap-anywhere">
          <p className="font-medium">HSN codes to check before the invoice</p>
          <ul>
            {order.hsnDoubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </div>
      )}
      <Unprintable order={order} />
      {address.delivery_note !== undefined && (
        <p className="my-2 rounded-md bg-marigold-soft px-3 py-2 font-medium wrap-anywhere">
          Note: <bdi>{address.delivery_note}</bdi>
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <MapLinks
          location={address.location}
          text={[address_line, city, state, pincode, country].join(', ')}
          className={linkClass}
        />
        {[...new Set([address.mobile, shopper.mobile])].map(
          (mobile) =>
            mobile && (
              <a
                key={mobile}
                href={`tel:${mobile.replace(/\s/g, '')}`}
                aria-label={`Call ${mobile}`}
                className={`tabular-nums ${linkClass}`}
              >
                <Phone aria-hidden="true" className="size-4" />
                {mobile}
              </a>
            ),
        )}
      </div>
    </SummarySection>
  );
}

interface MapLinksProps {
  /** Undefined if the shopper has chosen none: then the map looks for the address. */
  location: Coordinates | undefined;
  /** The address in one line. */
  text: string;
  className: string;
}

/**
 * A map in the browser, and on touch screens the navigation app of the device. Nothing of others is shown in the
 * page.
 */
function MapLinks({ location, text, className }: MapLinksProps) {
  const { page, app } = toMapLinks(location, text);
  return (
    <>
      <a href={app} className={`pointer-fine:hidden ${className}`}>
        <Navigation aria-hidden="true" className="size-4" />
        Navigate
      </a>
      <a href={page} target="_blank" rel="noreferrer" className={className}>
        <MapPin aria-hidden="true" className="size-4" />
        Map
      </a>
    </>
  );
}

/** A part of the sheet of an order. */
export function SummarySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold text-ink-soft">{title}</h3>
      {children}
    </section>
  );
}

/**
 * Characters that no font of the documents has, such as '🏭 in address', until the invoice is issued at dispatch. The
 * texts are all that an invoice has of shopper, products and discounts.
 */
export function findUnprintable({
  status,
  shopper,
  delivery_address,
  items,
  bill,
}: Pick<StaffOrder, 'status' | 'shopper' | 'delivery_address' | 'items' | 'bill'>): string[] {
  if (!['PENDING_PAYMENT', 'PLACED', 'PACKING'].includes(status)) return [];
  const { business_name, recipient_name, address_line, landmark, city, state } = delivery_address;
  const places = [
    ...[business_name, shopper.name, recipient_name].map((text) => ['customer name', text] as const),
    ...[address_line, landmark, city, state].map((text) => ['address', text] as const),
    ...items.map(({ name, nameHindi, unit }) => [`product ${name}`, `${name} ${nameHindi} ${unit}`] as const),
    ...bill.map(({ name }) => [`discount ${name}`, name] as const),
  ];
  const found = places.flatMap(([place, text]) => {
    const characters = listUnprintable(text ?? '');
    return characters.length === 0 ? [] : [`${characters.join(' ')} in ${place}`];
  });
  return [...new Set(found)];
}

function Unprintable({ order }: { order: StaffOrder }) {
  const found = findUnprintable(order);
  if (found.length === 0) return null;
  return (
    <div className="my-2 rounded-md bg-marigold-soft px-3 py-2 wrap-anywhere">
      <p className="font-medium">These characters cannot be printed</p>
      <ul>
        {found.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
