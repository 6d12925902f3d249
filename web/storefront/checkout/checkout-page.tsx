import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MetaArgs, MetaDescriptor } from 'react-router';
import { Link, useLocation, useNavigate } from 'react-router';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { Order } from '#contract/orders/order.ts';
import { mayAddTo } from '#contract/orders/order-status.ts';
import { callApi } from '#web/api/client.ts';
import { useShop } from '#web/base/page-context.ts';
import { chosenAddressKey, readStored, savedAddressIdKey } from '#web/base/storage.ts';
import { formatDateTime } from '#web/base/time.ts';
import { hasSettled, invalidateQuery, queryClient } from '#web/session/query-client.ts';
import { RequireLogin } from '#web/session/require-login.tsx';
import { checkoutPath, useSession } from '#web/session/session.ts';
import { useAddresses } from '#web/storefront/addresses/use-addresses.ts';
import { barState } from '#web/storefront/cart/cart-bar.tsx';
import { CartBill } from '#web/storefront/cart/cart-bill.tsx';
import { type Cart, refreshCart, useCart } from '#web/storefront/cart/cart-store.ts';
import { chooseCoupon, useChosenCoupon } from '#web/storefront/cart/chosen-coupon.ts';
import { readPlace } from '#web/storefront/delivery/place-store.ts';
import { StoreNotice } from '#web/storefront/delivery/store-notice.tsx';
import { reloadStoreStatus, toPlaceTerms, useStoreStatus } from '#web/storefront/delivery/store-status.ts';
import { useIsNewAccount } from '#web/storefront/identity/auth-card.tsx';
import { newestOrdersQuery } from '#web/storefront/orders/order-queries.ts';
import { getShop, pageMeta, pageTitles } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { CartContents, SavingsPill } from './cart-contents.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { CouponChoice } from './coupon-choice.tsx';
import { DeliveryAddress } from './delivery-address.tsx';
import { findAttempt, type OrderCall } from './order-attempt.ts';
import { callOfMethod, PaymentChoice, preferredMethod, rememberMethod } from './payment-choice.tsx';
import { type ChosenSlot, SlotChoice, slotsQuery } from './slot-choice.tsx';
import { StoreCreditChoice, storeCreditQuery } from './store-credit-choice.tsx';
import { useBill } from './use-bill.ts';
import { usePlaceOrder } from './use-place-order.ts';

const ChangesDialog = lazyDialog(async () => (await import('./changes-dialog.tsx')).ChangesDialog);

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `${t('checkout.checkout')} · ${shop.name}`,
    description: t('checkout.description'),
    shop,
    path: '/checkout',
    isListed: false,
  });
}

/** `/checkout`: address, summary, payment. */
export default function CheckoutPage() {
  const { status, user } = useSession();
  const isFromBar = useLocation().state === barState;
  return (
    <div className="min-h-[60vh] py-3 md:py-6">
      <h1 className="mb-1 text-xl md:mb-4">{t('checkout.checkout')}</h1>
      {isFromBar && status === 'guest' ? (
        <LeadGuest />
      ) : (
        <RequireLogin>{user && <Checkout key={user._id} userId={user._id} />}</RequireLogin>
      )}
    </div>
  );
}

const loading = <Skeleton className="h-96 w-full rounded-lg" />;

/** Whether a condition has held before or holds now. */
function useHasBeen(isTrue: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isTrue);
  if (isTrue && !hasBeen) setHasBeen(true);
  return hasBeen || isTrue;
}

/** Goes on to the login, or with a cart that the store would refuse to the cart page, which says why. */
function LeadGuest() {
  const { isLoaded, itemsPaise } = useCart();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLoaded) return;
    let isCurrent = true;
    void reloadStoreStatus().then((status) => {
      if (!isCurrent) return;
      const { isOutside, minimumPaise } = toPlaceTerms(status, readPlace());
      const isRefused = isOutside || itemsPaise < minimumPaise;
      void navigate(isRefused ? '/cart' : '/login', { replace: true, state: { from: checkoutPath } });
    });
    return () => {
      isCurrent = false;
    };
  }, [isLoaded, itemsPaise, navigate]);
  return loading;
}

/**
 * Checkout of a logged-in shopper: address, payment method, summary and the button that orders, then the items. On a
 * phone everything but the items is on the first screen.
 */
function Checkout({ userId }: { userId: string }) {
  const cart = useCart();
  const reading = useAddresses();
  const { data: addresses } = reading;
  const [chosenId, setChosenId] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const shop = useShop();
  const status = useStoreStatus();
  const [slot, setSlot] = useState<ChosenSlot>();
  // The page may be older than the settings.
  const methods = (status?.paymentMethods ?? shop?.paymentMethods ?? []).map((each) => callOfMethod[each]);
  const [chosenMethod, setChosenMethod] = useState<OrderCall>();
  // Store credit that the shopper wants to use.
  const [balancePaise, setBalancePaise] = useState(0);
  const { state, placeOrder, confirm, resume, dismiss } = usePlaceOrder(userId);
  // Until the shopper chooses, and when the chosen address was deleted: that of the header, or the one that the
  // server suggests.
  const wantedId = chosenId ?? readStored(chosenAddressKey) ?? '';
  const address =
    addresses?.find(({ _id }) => [wantedId, readStored(savedAddressIdKey(wantedId))].includes(_id)) ??
    addresses?.find(({ isPreselected }) => isPreselected) ??
    addresses?.[0];
  const coupon = useChosenCoupon();
  const { bill, totalPaise, pricing, promisedMinutes, coupons, isKnown } = useBill(cart, address, coupon);
  const readingSlots = useQuery({ ...slotsQuery, enabled: status?.hasSlots === true }, queryClient);
  const readingCredit = useQuery(storeCreditQuery(userId), queryClient);
  const readingOrders = useQuery(newestOrdersQuery(userId), queryClient);
  const hasTimes = status?.hasSlots !== true || hasSettled(readingSlots);
  // Drawn once everything has been read whose height and prices are not known before, so that nothing moves.
  const isComplete = useHasBeen(
    isKnown && hasTimes && [reading, readingCredit, readingOrders].every(hasSettled),
  );
  const isEmpty = cart.isLoaded && cart.lines.length === 0;

  const isNewAccount = useIsNewAccount();
  const needsFirstAddress = isNewAccount && addresses?.length === 0;
  useEffect(() => {
    if (needsFirstAddress) setIsAdding(true);
  }, [needsFirstAddress]);

  // The cart is empty and an attempt is open: its response was lost, and the order may exist.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the cart turns out to be empty.
  useEffect(() => {
    const attempt = isEmpty && cart.isSynced ? findAttempt(userId) : null;
    if (attempt !== null) void resume(attempt);
  }, [isEmpty, cart.isSynced]);

  if (isEmpty && (state.kind === 'idle' || state.kind === 'refused')) {
    return <EmptyCheckout cart={cart} userId={userId} />;
  }
  if (cart.isUnreachable) return <CartContents cart={{ ...cart, lines: [] }} />;
  if (!cart.isLoaded || isEmpty || !isComplete) return loading;

  const isShort = cart.lines.some(({ product, quantity }) => product.stock < quantity);
  const isBusy = state.kind === 'busy' || state.kind === 'placed';
  const method = methods.find((each) => each === chosenMethod) ?? preferredMethod(methods);
  // Card payments start at ₹1.
  const toCall = (totalPaise: number): OrderCall => (totalPaise <= balancePaise ? 'placeCashOrder' : method);
  const call = isBusy ? state.call : toCall(totalPaise);
  const duePaise = Math.max(0, totalPaise - balancePaise);

  const options = { balancePaise, slot, shownMinutes: promisedMinutes };

  function order() {
    if (address !== undefined) {
      rememberMethod(method);
      return void placeOrder(call, address, pricing, options);
    }
    showToast('error', t('checkout.addAddressFirst'));
    setIsAdding(true);
  }
  return (
    <>
      <OpenOrderNotice userId={userId} />
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 md:grid-rows-[auto_1fr] md:gap-y-6 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
        <DeliveryAddress
          reading={reading}
          chosen={address}
          onChoose={setChosenId}
          isAdding={isAdding}
          onAdd={setIsAdding}
        />
        <div className="min-w-0 space-y-3 md:sticky md:space-y-4 md:top-24 md:row-span-2 md:rounded-lg md:border md:border-line md:bg-surface md:p-5">
          {status?.hasSlots && (
            <SlotChoice
              slot={slot}
              isOpen={status.isOpen}
              promisedMinutes={promisedMinutes}
              isDisabled={isBusy}
              mustReadAgain={state.kind === 'refused'}
              onChange={setSlot}
            />
          )}
          {duePaise > 0 && (
            <PaymentChoice methods={methods} method={method} isDisabled={isBusy} onChoose={setChosenMethod} />
          )}
          <CartBill {...cart} bill={bill} title={t('checkout.summary')} />
          <CouponChoice
            lines={cart.lines}
            pricing={pricing}
            coupons={coupons}
            isDisabled={isBusy}
            mustReadAgain={state.kind === 'refused'}
            isCheckout
          />
          <StoreCreditChoice
            reading={readingCredit}
            totalPaise={totalPaise}
            usedPaise={balancePaise}
            isDisabled={isBusy}
            mustReadAgain={state.kind === 'refused'}
            onChange={setBalancePaise}
          />
          <StoreNotice itemsPaise={cart.itemsPaise} place={address} isCheckout />
          <SavingsPill savingsPaise={cart.savingsPaise} />
          {isShort && <p className="text-sm font-semibold text-danger">{t('checkout.notInStock')}</p>}
          <ConfirmOrder
            state={state}
            isBusy={isBusy}
            call={call}
            totalPaise={duePaise}
            address={address}
            when={slot?.text ?? (promisedMinutes && t('orders.inMinutes', { minutes: promisedMinutes }))}
            isReady={addresses !== undefined && !address?.isUnsaved}
            onConfirm={order}
          />
        </div>
        <section className="min-w-0">
          <AcceptedPages />
          <h2 className="mb-3 text-lg">{t('checkout.yourItems')}</h2>
          <div className="rounded-lg border border-line bg-surface px-4 py-1">
            <CartContents cart={cart} />
          </div>
        </section>
        {state.kind === 'changed' && address !== undefined && (
          <ChangesDialog
            message={state.message}
            changes={state.changes}
            lines={cart.lines}
            confirmedBill={state.confirmedBill}
            pricing={state.pricing}
            toCall={toCall}
            onClose={dismiss}
            onConfirm={(confirmed) => {
              if (state.pricing.coupon === null) chooseCoupon(null);
              void confirm(confirmed, address, state, options);
            }}
          />
        )}
      </div>
    </>
  );
}

/** Leads to an order that is not being packed yet, to which the cart can be added. */
function OpenOrderNotice({ userId }: { userId: string }) {
  const { data: orders } = useQuery(newestOrdersQuery(userId), queryClient);
  const open = orders?.find((order) => mayAddTo(order, order.collection !== null));
  if (open === undefined) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 rounded-lg border border-line bg-marigold-soft px-4 text-sm md:mb-4">
      <span className="py-2">{t('orders.addToRunning', { order: open.orderId })}</span>
      <Link
        to={`/orders/${open._id}`}
        className="inline-flex min-h-11 items-center font-semibold text-leaf underline"
      >
        {t('orders.addToIt')}
      </Link>
    </p>
  );
}

/** What the shopper accepts by ordering, if the store has published it. */
function AcceptedPages() {
  const pages = (useShop()?.pages ?? []).filter((page) => page === 'terms' || page === 'refunds');
  if (pages.length === 0) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {t('checkout.byOrdering')}
      {pages.map((page) => (
        <Link key={page} to={`/page/${page}`} className="inline-flex min-h-11 items-center underline">
          {pageTitles[page]}
        </Link>
      ))}
    </p>
  );
}

/**
 * An empty cart, below the unpaid order that reserves its items, for shoppers who come back from the payment page with
 * the back button.
 */
function EmptyCheckout({ cart, userId }: { cart: Cart; userId: string }) {
  const reading = useQuery({ ...newestOrdersQuery(userId), enabled: cart.isSynced }, queryClient);
  if (cart.isSynced && !hasSettled(reading)) return loading;
  const order = reading.data?.[0];
  return (
    <>
      {order?.status === 'PENDING_PAYMENT' && order.paymentUrl !== null && (
        <PendingOrderNotice order={order} url={order.paymentUrl} userId={userId} />
      )}
      <CartContents cart={cart} />
    </>
  );
}

function PendingOrderNotice({ order, url, userId }: { order: Order; url: string; userId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  async function cancelPendingOrder() {
    setIsBusy(true);
    const outcome = await callApi('cancelOrder', { _id: order._id });
    if (!outcome.isOk) showToast('error', outcome.error.message);
    refreshCart();
    await invalidateQuery(newestOrdersQuery(userId).queryKey);
    setIsBusy(false);
  }
  const amount = formatPaise(toPaise(order.totalAmt));
  return (
    <section
      aria-label={t('orders.paymentPending')}
      className="rounded-lg border border-line bg-marigold-soft p-5"
    >
      <h2 className="text-lg">{t('orders.paymentPending')}</h2>
      <p className="mt-1 text-sm">
        {order.expiresAt === null
          ? t('checkout.pendingOrder', { order: order.orderId, amount })
          : t('checkout.pendingUntil', {
              order: order.orderId,
              amount,
              time: formatDateTime(order.expiresAt),
            })}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={url} className={buttonClass()}>
          {t('orders.payNow')}
        </a>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void cancelPendingOrder()}>
          {t('checkout.cancelAndRestore')}
        </Button>
      </div>
    </section>
  );
}
