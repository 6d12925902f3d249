import { useEffect, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import type { Address } from '#contract/accounts/address.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { AddAddressTile } from '#web/storefront/addresses/address-card.tsx';
import { AddressLines } from '#web/storefront/addresses/address-lines.tsx';
import { useAddresses } from '#web/storefront/addresses/use-addresses.ts';
import { CartBill } from '#web/storefront/cart/cart-bill.tsx';
import { CartContents, SavingsPill } from '#web/storefront/cart/cart-contents.tsx';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { findAttempt, type OrderCall } from './order-attempt.ts';
import { confirmedTotalPaise } from './order-changes.ts';
import { PendingOrder } from './pending-order.tsx';
import { StoreNotice } from './store-notice.tsx';
import { type PlaceOrderState, usePlaceOrder } from './use-place-order.ts';

const AddressDialog = lazyDialog(async () => {
  return (await import('#web/storefront/addresses/address-dialog.tsx')).AddressDialog;
});
const ChangesDialog = lazyDialog(async () => (await import('./changes-dialog.tsx')).ChangesDialog);

/** Address, summary and payment of a logged-in shopper. */
export default function Checkout({ userId }: { userId: string }) {
  const cart = useCart();
  const { data: addresses, isPending } = useAddresses();
  const [chosenId, setChosenId] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const { state, place, confirm, resume, dismiss } = usePlaceOrder(userId);
  // Until the shopper chooses, and when the chosen address was deleted: the one that the server suggests.
  const address =
    addresses?.find(({ _id }) => _id === chosenId) ??
    addresses?.find(({ isPreselected }) => isPreselected) ??
    addresses?.[0];
  const isEmpty = cart.isReady && cart.lines.length === 0;

  // The cart is empty and an attempt is open: its response was lost, and the order may exist.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the cart turns out to be empty.
  useEffect(() => {
    const attempt = isEmpty && cart.isSynced ? findAttempt(userId) : null;
    if (attempt !== null) void resume(attempt);
  }, [isEmpty, cart.isSynced]);

  if (isEmpty && (state.kind === 'idle' || state.kind === 'refused')) {
    return (
      <>
        {cart.isSynced && <PendingOrder userId={userId} />}
        <CartContents cart={cart} />
      </>
    );
  }
  if (!cart.isReady || isEmpty) return <Skeleton className="h-96 w-full rounded-lg" />;

  const isShort = cart.lines.some(({ product, quantity }) => product.stock < quantity);
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
        <StoreNotice totalPaise={cart.totalPaise} />
        {isShort && (
          <p className="text-sm font-semibold text-danger">
            Some items are not fully in stock. You can review the changes before you order.
          </p>
        )}
        <PaymentChoice state={state} isReady={!isPending} onChoose={order} />
      </div>
      {state.kind === 'changed' && address !== undefined && (
        <ChangesDialog
          message={state.message}
          changes={state.changes}
          totalPaise={confirmedTotalPaise(cart.lines, state.changes)}
          onClose={dismiss}
          onConfirm={() => void confirm(state.call, address._id, state.changes)}
        />
      )}
    </div>
  );
}

interface AddressChoiceProps {
  /** Undefined while they are being read. */
  addresses: readonly Address[] | undefined;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  /** Whether the dialog for a new address is open. */
  isAdding: boolean;
  onAdd: (isAdding: boolean) => void;
}

/** Where the order goes: the saved addresses as a radio list, and a tile that adds one. */
function AddressChoice({ addresses, chosenId, onChoose, isAdding, onAdd }: AddressChoiceProps) {
  return (
    <section>
      <h2 className="mb-3 text-lg">Choose your address</h2>
      <div role="radiogroup" aria-label="Delivery address" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {/* As tall as one address and the tile, so that nothing below moves when they arrive. */}
        {addresses === undefined &&
          ['first', 'second'].map((key) => <Skeleton key={key} className="h-28 rounded-lg" />)}
        {addresses?.map((address) => (
          <label
            key={address._id}
            className="flex cursor-pointer gap-3 rounded-lg border border-line bg-surface p-4 has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              name="address"
              value={address._id}
              checked={address._id === chosenId}
              onChange={() => onChoose(address._id)}
              className="mt-0.5 size-5 flex-none accent-leaf"
            />
            <AddressLines address={address} isDefault={address.isDefault} />
          </label>
        ))}
        {addresses !== undefined && <AddAddressTile label="Add address" onClick={() => onAdd(true)} />}
      </div>
      {isAdding && <AddressDialog onClose={() => onAdd(false)} onSaved={(saved) => onChoose(saved._id)} />}
    </section>
  );
}

interface PaymentChoiceProps {
  state: PlaceOrderState;
  /** Whether the address is seen to which it would go. */
  isReady: boolean;
  onChoose: (call: OrderCall) => void;
}

/** The payment methods of the shop, and why the order was refused. */
function PaymentChoice({ state, isReady, onChoose }: PaymentChoiceProps) {
  const methods = useRouteLoaderData<typeof rootLoader>('root')?.shop.paymentMethods;
  const takesCards = methods?.includes('CARD') ?? true;
  const busyWith = state.kind === 'busy' || state.kind === 'placed' ? state.call : null;
  return (
    <div className="space-y-3">
      {state.kind === 'refused' && (
        <div role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm font-semibold text-danger">
          {state.message}
          {state.remedy !== null && (
            <Link
              to={state.remedy.to}
              className="-mb-2 flex min-h-11 w-fit items-center underline underline-offset-4"
            >
              {state.remedy.label}
            </Link>
          )}
        </div>
      )}
      {takesCards && (
        <Button
          isWide
          isBusy={busyWith === 'checkoutOrder'}
          disabled={!isReady || busyWith === 'placeCashOrder'}
          onClick={() => onChoose('checkoutOrder')}
        >
          Online Payment
        </Button>
      )}
      <Button
        variant={takesCards ? 'secondary' : 'primary'}
        isWide
        isBusy={busyWith === 'placeCashOrder'}
        disabled={!isReady || busyWith === 'checkoutOrder'}
        onClick={() => onChoose('placeCashOrder')}
      >
        Cash on Delivery
      </Button>
    </div>
  );
}
