import { ChevronDown, Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { productPath } from '#contract/base/slug.ts';
import type { AddedToCart } from '#contract/cart/cart.ts';
import type { ShoppingList, ShoppingListLine } from '#contract/lists/lists.ts';
import { callApi } from '#web/api/client.ts';
import { refreshCart, waitForCartSync } from '#web/storefront/cart/cart-store.ts';
import { shownNameOf } from '#web/storefront/product-card-data.ts';
import { langOf, nameOf, serverText, t } from '#web/texts/t.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { showToast } from '#web/ui/toast.ts';

const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).ConfirmDialog);
const RenameListDialog = lazyDialog(async () => (await import('./list-name-dialog.tsx')).RenameListDialog);
const ReorderDialog = lazyDialog(
  async () => (await import('#web/storefront/cart/reorder-dialog.tsx')).ReorderDialog,
);

interface ListCardProps {
  list: ShoppingList;
  /** The list was changed here, or was found to be changed elsewhere. */
  onChange: () => void;
}

/** A saved list with its first pictures; expands to its lines. */
export function ListCard({ list, onChange }: ListCardProps) {
  const { _id, name, lineCount, images } = list;
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<AddedToCart | null>(null);

  async function addToCart() {
    setIsBusy(true);
    // Taps in the cart that are not saved yet would be counted twice or replaced.
    await waitForCartSync();
    const outcome = await callApi('addShoppingListToCart', { _id });
    setIsBusy(false);
    refreshCart();
    if (!outcome.isOk) return fail(outcome.error.message);
    const { short, gone } = outcome.response.data;
    if (short.length + gone.length > 0) return setResult(outcome.response.data);
    showToast('success', serverText(outcome.response.message, t('lists.addedToCart')));
  }

  async function remove() {
    setDialog(null);
    const outcome = await callApi('deleteShoppingList', { _id });
    // NOT_FOUND: another tab or device has deleted it already.
    if (!outcome.isOk && outcome.error.code !== 'NOT_FOUND') return fail(outcome.error.message);
    showToast('success', t('lists.listDeleted'));
    onChange();
  }

  function fail(message: string) {
    showToast('error', message);
    onChange();
  }

  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-base/6 font-bold wrap-anywhere">{name}</h2>
          <p className="text-sm text-ink-soft">{t('products.count', { count: lineCount })}</p>
        </div>
        <div className="-mt-2 -mr-2 flex flex-none">
          <IconButton label={t('lists.rename', { name })} onClick={() => setDialog('rename')}>
            <Pencil aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton label={t('lists.delete', { name })} onClick={() => setDialog('delete')}>
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-2">
          {images.map((image) => (
            <Picture
              key={image}
              src={image}
              alt=""
              width={48}
              height={48}
              sizes="48px"
              className="size-12 rounded-md bg-sunken p-1 object-contain"
            />
          ))}
        </div>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void addToCart()}>
          {t('lists.addToCart')}
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
      <Lines list={list} onChange={onChange} />
      {dialog === 'rename' && (
        <RenameListDialog list={list} onClose={() => setDialog(null)} onSaved={onChange} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('lists.deleteTitle')}
          question={t('lists.deleteQuestion', { name })}
          confirmLabel={t('lists.deleteConfirm')}
          isDangerous
          onClose={() => setDialog(null)}
          onConfirm={() => void remove()}
        />
      )}
      {result !== null && <ReorderDialog result={result} onClose={() => setResult(null)} />}
    </li>
  );
}

/** The lines of a list, read when they are opened. */
function Lines({ list: { _id }, onChange }: ListCardProps) {
  const [lines, setLines] = useState<readonly ShoppingListLine[] | null>(null);

  async function read() {
    const outcome = await callApi('getShoppingList', { _id });
    if (outcome.isOk) return setLines(outcome.response.data.lines);
    showToast('error', outcome.error.message);
    onChange();
  }

  async function remove(line: ShoppingListLine) {
    const outcome = await callApi('deleteShoppingListLine', { _id: line._id });
    if (!outcome.isOk && outcome.error.code !== 'NOT_FOUND')
      return void showToast('error', outcome.error.message);
    setLines((shown) => shown?.filter((one) => one._id !== line._id) ?? null);
    onChange();
  }

  return (
    <details
      className="group mt-2"
      onToggle={(event) => {
        if (event.currentTarget.open) void read();
      }}
    >
      <summary className="-mb-2 flex min-h-11 w-fit list-none items-center gap-1 rounded-md text-sm font-semibold text-leaf [&::-webkit-details-marker]:hidden">
        {t('lists.showProducts')}
        <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
      </summary>
      {lines === null ? (
        <p className="py-3">
          <Spinner />
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-t border-line">
          {lines.map((line) => (
            <li key={line._id} className="flex items-center gap-3 pt-0.5 pb-2 text-sm">
              <LineText line={line} />
              <span className="flex-none tabular-nums">× {line.quantity}</span>
              <IconButton
                label={t('cart.removeName', { name: nameOf(line) })}
                onClick={() => void remove(line)}
                className="-mr-2"
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function LineText({ line }: { line: ShoppingListLine }) {
  const { unit, product } = line;
  const note = product === null ? t('products.noLongerSold') : product.stock === 0 ? t('lists.soldOut') : '';
  return (
    <span className="min-w-0 flex-1">
      {product === null ? (
        <span lang={langOf(nameOf(line))} className="block wrap-anywhere text-ink-soft">
          {shownNameOf(line)}
        </span>
      ) : (
        <Link
          to={productPath(product)}
          lang={langOf(nameOf(product))}
          className="-mb-2.5 flex min-h-11 items-center font-semibold wrap-anywhere hover:text-leaf"
        >
          {shownNameOf(product)}
        </Link>
      )}
      <span className="block text-xs text-ink-soft">
        {product?.unit ?? unit}
        {note !== '' && <span className="ml-2 font-semibold text-danger">{note}</span>}
      </span>
    </span>
  );
}
