import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { TicketPercent } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { AutomaticOffer, Coupon } from '#contract/discounts/offer.ts';
import { Loaded, PagedList, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { SearchBox, useSearchText } from '#web/admin/search-box.tsx';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApi, callApiOrThrow, type Outcome } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import {
  describeValue,
  newCouponFields,
  newOffer,
  type OfferDraft,
  toCouponFields,
  toState,
} from './offer-draft.ts';

const OfferDialog = lazyDialog(async () => (await import('./offer-dialog.tsx')).default);

const settingsKey = ['store-settings', 'offers'];

export const meta = staffMeta('Offers');

/** `/dashboard/offers`: coupons, and offers that apply without a code. */
export default function OffersPage() {
  const [parameters, change] = useUrlParameters<'q' | 'page'>();
  const search = parameters.get('q') ?? '';
  const page = parsePageNumber(parameters);
  const [typed, type] = useSearchText(search, (q) => change({ q, page: '' }, { replace: true }));
  const [draft, setDraft] = useState<OfferDraft | null>(null);
  const client = useQueryClient();
  const newCoupon = (
    <Button onClick={() => setDraft({ type: 'coupon', coupon: null, fields: newCouponFields })}>
      New coupon
    </Button>
  );
  const coupons = useQuery({
    queryKey: ['coupons', search, page],
    queryFn: ({ signal }) => callApiOrThrow('listCoupons', { search, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const settings = useQuery({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('getStoreSettings', {}, { signal })).data,
    staleTime: 0,
  });

  async function send(saved: OfferDraft): Promise<Outcome<{ message: string }>> {
    const outcome = await (saved.type === 'coupon' ? saveCoupon(saved) : saveOffer(saved));
    // Also after an error: another administrator may have changed them.
    void client.invalidateQueries({ queryKey: ['coupons'] });
    return outcome;
  }

  function saveCoupon({ coupon, fields }: OfferDraft & { type: 'coupon' }) {
    if (coupon === null) return callApi('createCoupon', fields);
    return callApi('updateCoupon', { _id: coupon._id, version: coupon.version, ...fields });
  }

  async function changeOffers(change: (offers: AutomaticOffer[]) => AutomaticOffer[]) {
    const { version, settings: stored } =
      settings.data ?? (await callApiOrThrow('getStoreSettings', {})).data;
    const changed = { ...stored, offers: change(stored.offers) };
    const outcome = await callApi('updateStoreSettings', { version, settings: changed });
    void client.invalidateQueries({ queryKey: settingsKey });
    return outcome;
  }

  async function saveOffer({ index, fields }: OfferDraft & { type: 'offer' }) {
    const outcome = await changeOffers((offers) =>
      index === null ? [...offers, fields] : offers.map((offer, place) => (place === index ? fields : offer)),
    );
    return outcome.isOk ? { ...outcome, response: { message: 'Offers saved' } } : outcome;
  }

  async function removeOffer(index: number) {
    const outcome = await changeOffers((offers) => offers.filter((_offer, place) => place !== index));
    showToast(outcome.isOk ? 'success' : 'error', outcome.isOk ? 'Offer removed' : outcome.error.message);
  }

  const offerCount = settings.data?.settings.offers.length;
  const skeleton = <Skeleton className="h-40 w-full rounded-lg" />;
  return (
    <>
      <PageHeading title="Offers">
        <Link
          to="/dashboard/history?kind=coupon"
          className="inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
        >
          History
        </Link>
      </PageHeading>
      <OfferSection
        title="Without a code"
        action={
          offerCount !== undefined &&
          offerCount < 20 && (
            <Button onClick={() => setDraft({ type: 'offer', index: null, fields: newOffer })}>
              New offer
            </Button>
          )
        }
      >
        <Loaded query={settings} subject="the offers" skeleton={skeleton}>
          {({ settings: { offers } }) =>
            offers.length === 0 ? (
              <p className="text-ink-soft">No offers yet. Offers apply automatically.</p>
            ) : (
              <ul aria-label="Offers without a code" className="space-y-2">
                {offers.map((offer, index) => (
                  <OfferRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: offers have no other identity than their place.
                    key={index}
                    title={offer.name}
                    offer={offer}
                    onEdit={() => setDraft({ type: 'offer', index, fields: offer })}
                  >
                    <Button variant="quiet" onClick={() => void removeOffer(index)}>
                      Remove
                    </Button>
                  </OfferRow>
                ))}
              </ul>
            )
          }
        </Loaded>
      </OfferSection>
      <OfferSection
        title="Coupons"
        action={
          <>
            <SearchBox label="Search coupons" placeholder="Code" text={typed} onType={type} />
            {newCoupon}
          </>
        }
      >
        <PagedList
          label="Coupons"
          query={coupons}
          subject="the coupons"
          skeleton={skeleton}
          empty={
            <EmptyState
              art={<TicketPercent aria-hidden="true" className="size-16 text-leaf" strokeWidth={1.25} />}
              title={search === '' ? 'No coupons yet' : 'No results'}
              action={search !== '' && <Button onClick={() => type('')}>Show all coupons</Button>}
            >
              A coupon is a code that shoppers enter at the checkout, or choose there if you show it.
            </EmptyState>
          }
        >
          {(listed) => (
            <ul aria-label="Coupons" className="space-y-2">
              {listed.map((coupon) => (
                <OfferRow
                  key={coupon._id}
                  title={coupon.code}
                  offer={coupon}
                  onEdit={() => setDraft({ type: 'coupon', coupon, fields: toCouponFields(coupon) })}
                >
                  <CouponUses coupon={coupon} />
                </OfferRow>
              ))}
            </ul>
          )}
        </PagedList>
      </OfferSection>
      {draft !== null && (
        <OfferDialog
          draft={draft}
          send={send}
          onSaved={(message) => {
            showToast('success', message);
            setDraft(null);
          }}
          onClose={() => setDraft(null)}
        />
      )}
    </>
  );
}

function OfferSection({
  title,
  action,
  children,
}: {
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="mb-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <div className="flex flex-wrap items-center gap-3">{action}</div>
      </div>
      {children}
    </section>
  );
}

const looks = {
  Active: 'good',
  Planned: 'plain',
  Off: 'plain',
  Ended: 'plain',
  'Used up': 'warning',
} as const;

interface OfferRowProps {
  title: string;
  offer: AutomaticOffer | Coupon;
  onEdit: () => void;
  children: ReactNode;
}

function OfferRow({ title, offer, onEdit, children }: OfferRowProps) {
  const state = toState(offer, Date.now());
  const { startsAt, endsAt } = offer;
  const dates = [
    ...(startsAt === null ? [] : [`from ${formatDateTime(startsAt)}`]),
    ...(endsAt === null ? [] : [`until ${formatDateTime(endsAt)}`]),
  ];
  return (
    <li className="grid gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-4 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {title} <Chip look={looks[state]}>{state}</Chip>
          {'isListed' in offer && offer.isListed && <Chip look="plain">Shown in cart</Chip>}
        </p>
        <p className="wrap-anywhere">{describeValue(offer)}</p>
        {dates.length > 0 && <p className="text-ink-soft">{dates.join(' ')}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3 tabular-nums sm:justify-end">
        {children}
        <Button variant="secondary" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
      </div>
    </li>
  );
}

function CouponUses({ coupon: { used, totalLimit, discountAmt } }: { coupon: Coupon }) {
  return (
    <p>
      {totalLimit === null ? `${used} used` : `${used} of ${totalLimit} used`} ·{' '}
      {formatPaise(toPaise(discountAmt))} given
    </p>
  );
}
