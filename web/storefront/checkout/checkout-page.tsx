import { useEffect, useState } from 'react';
import type { MetaArgs, MetaDescriptor } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { ShopperOnly } from '#web/session/shopper-only.tsx';
import { useAddresses } from '#web/storefront/account/addresses.ts';
import { useCart } from '#web/storefront/cart/cart.ts';
import { CartBill } from '#web/storefront/cart/cart-bill.tsx';
import { CartContents, SavingsPill } from '#web/storefront/cart/cart-contents.tsx';
import { pageMeta, shopOf } from '#web/storefront/page-meta.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AddressChoice } from './address-choice.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { type OrderCall, readAttempt } from './order-attempt.ts';
import { orderedTotalPaise } from './order-changes.ts';
import { PaymentChoice } from './payment-choice.tsx';
import { useOrder } from './use-order.ts';
import { WaitingOrder } from './waiting-order.tsx';

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = shopOf(matches);
  return pageMeta({
    title: `Checkout · ${shop.name}`,
    description: 'Where it goes and how it is paid.',
    shop,
    path: '/checkout',
    isListed: false,
  });
}

/** `/checkout`: address, summary, payment. */
export default function CheckoutPage() {
  const { user } = useSession();
  return (
    <div className="min-h-[60vh] py-6">
      <h1 className="mb-4 text-xl">Checkout</h1>
      <ShopperOnly>{user && <Checkout key={user._id} userId={user._id} />}</ShopperOnly>
    </div>
  );
}

function Checkout({ userId }: { userId: string }) {
  const cart = useCart();
  const { data: addresses, isPending } = useAddresses();
  const [chosenId, setChosenId] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const { state, place, confirm, resume, dismiss } = useOrder(userId);
  // The default address, or else the first, is chosen until the shopper says otherwise, and again when the chosen
  // one has gone.
  const address =
    addresses?.find(({ _id }) => _id === chosenId) ??
    addresses?.find(({ isDefault }) => isDefault) ??
    addresses?.[0];
  const isEmpty = cart.isReady && cart.entries.length === 0;

  // An empty cart after an order whose answer never came: the shop may well have taken it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once when the cart turns out to be empty.
  useEffect(() => {
    const attempt = isEmpty && cart.isSettled ? readAttempt(userId) : null;
    if (attempt !== null) void resume(attempt);
  }, [isEmpty, cart.isSettled]);

  if (isEmpty && (state.kind === 'idle' || state.kind === 'refused')) {
    return (
      <>
        {cart.isSettled && <WaitingOrder userId={userId} />}
        <CartContents cart={cart} />
      </>
    );
  }
  if (!cart.isReady || isEmpty) return <Skeleton className="h-96 w-full rounded-lg" />;

  const isShort = cart.entries.some(({ product, quantity }) => product.stock < quantity);
  function order(call: OrderCall) {
    if (address !== undefined) return void place(call, address._id);
    showToast('error', 'Please add an address first');
    setIsAdding(true);
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 space-y-8">
        <AddressChoice
          addresses={isPending ? undefined : (addresses ?? [])}
          chosenId={address?._id}
          onChoose={setChosenId}
          isAdding={isAdding}
          onAdd={setIsAdding}
        />
        <section>
          <h2 className="mb-3 text-lg">Your items</h2>
          <div className="rounded-lg border border-line bg-surface px-4 py-1">
            <CartContents cart={cart} />
          </div>
        </section>
      </div>
      <div className="space-y-4 rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-24">
        <SavingsPill savingsPaise={cart.savingsPaise} />
        <CartBill {...cart} title="Summary" />
        {isShort && (
          <p className="text-sm font-semibold text-danger">
            Some items are not there in full. We will show you what can be ordered before anything is placed.
          </p>
        )}
        <PaymentChoice state={state} isReady={!isPending} onChoose={order} />
      </div>
      {state.kind === 'changed' && address !== undefined && (
        <ChangesDialog
          message={state.message}
          changes={state.changes}
          totalPaise={orderedTotalPaise(cart.entries, state.changes)}
          onClose={dismiss}
          onConfirm={() => void confirm(state.call, address._id, state.changes)}
        />
      )}
    </div>
  );
}
