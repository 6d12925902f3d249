import { PackageX, ScanBarcode, Undo2 } from 'lucide-react';
import { type FormEvent, Suspense, useState } from 'react';
import { formatGrams } from '#contract/picking/weight.ts';
import { parseScaleBarcode } from '#contract/products/barcode.ts';
import { barClass, contentClass } from '#web/staff/page-parts.tsx';
import { nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog, lazyWithRetry } from '#web/ui/lazy.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { type Line, toOrdered } from './picks.ts';
import { formatAmount, ToteBadge } from './view-parts.tsx';

const MissingDialog = lazyDialog(async () => (await import('./missing-dialog.tsx')).MissingDialog);
const Camera = lazyWithRetry(() => import('#web/staff/scan/camera.tsx'));

/** What was scanned that is not the line. */
export interface WrongScan {
  text: string;
  /** The line that it belongs to, if it is one that is still to be picked. */
  lineKey: string | null;
}

/** Longer locations, such as 'Aisle 13, left side', are smaller, and never cut off. */
const maximumLargeLocation = 8;

interface LineViewProps {
  line: Line;
  /** What was done last, which can be undone. */
  undo: { text: string; onUndo: () => void } | null;
  wrong: WrongScan | null;
  onShow: (key: string) => void;
  onCode: (code: string) => void;
  /** All of it was found, or these grams. */
  onFound: (amount: number) => void;
  onFetched: () => void;
}

/** One line fills the screen: where it is, what it is, how much of it and for which tote. */
export function LineView({ line, undo, wrong, onShow, onCode, onFound, onFetched }: LineViewProps) {
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const isFetch = line.state === 'fetch' && line.fetch !== null;
  const isWeighed = line.stepGrams !== null && !isFetch;
  const product = (isFetch && line.fetch) || line;
  const amount = isFetch ? (line.fetch?.quantity ?? 0) : toOrdered(line);
  const amountText = isFetch ? t('picking.pieces', { count: amount }) : formatAmount(line, amount);
  const place = isFetch ? line.proposalLocation : line.location;
  const otherName = [product.name, product.nameHindi].find((name) => name !== '' && name !== nameOf(product));
  return (
    <>
      <div className={contentClass}>
        <h1 tabIndex={-1} className="sr-only">
          {t('picking.title')}
        </h1>
        <p aria-live="polite" className="sr-only">
          {t('picking.announce', {
            location: place === '' ? line.category || t('picking.noLocation') : place,
            name: nameOf(product),
            unit: product.unit,
            amount: amountText,
            tote: line.tote,
          })}
        </p>
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <p
              className={`font-bold wrap-anywhere tabular-nums ${place.length > maximumLargeLocation ? 'text-lg leading-tight' : 'text-2xl'}`}
            >
              {place === '' ? t('picking.noLocation') : place}
            </p>
            <p className="truncate text-sm text-ink-soft">{line.category}</p>
          </div>
          <ToteBadge tote={line.tote} isLarge />
        </div>
        {isCameraOpen ? (
          <Suspense fallback={<div className="aspect-square max-h-64" />}>
            <Camera onCode={onCode} onClose={() => setIsCameraOpen(false)} />
          </Suspense>
        ) : (
          <div className="my-2 flex min-h-32 flex-1 basis-0 items-center justify-center overflow-hidden rounded-lg bg-tint">
            <Picture
              key={product.image}
              src={product.image}
              alt=""
              width={320}
              height={320}
              sizes="320px"
              isEager
              className="size-full max-h-80 object-contain"
            />
          </div>
        )}
        {isFetch && (
          <p className="text-sm font-semibold text-leaf">
            {t('picking.fetch', { name: nameOf(line) })}.{' '}
            {line.question?.answer == null ? t('picking.fetchDefault') : t('picking.fetchReason')}
          </p>
        )}
        <h2 className="text-lg leading-tight font-semibold wrap-anywhere">{nameOf(product)}</h2>
        {otherName !== undefined && <p className="text-ink-soft wrap-anywhere">{otherName}</p>}
        <p className="flex items-baseline justify-between gap-3">
          <span>{product.unit}</span>
          <strong className="text-xl tabular-nums">{amountText}</strong>
        </p>
      </div>
      <div className={barClass}>
        {wrong !== null && (
          <div className="mb-2 flex items-center gap-3 rounded-md border border-danger bg-danger-soft px-3 py-1">
            <p role="alert" className="min-w-0 flex-1 py-1 font-semibold text-danger wrap-anywhere">
              {wrong.text}
            </p>
            {wrong.lineKey !== null && (
              <Button variant="secondary" className="px-3" onClick={() => onShow(wrong.lineKey ?? '')}>
                {t('picking.showLine')}
              </Button>
            )}
          </div>
        )}
        {undo !== null && wrong === null && (
          <div className="mb-1 flex items-center gap-2 text-sm">
            <p className="min-w-0 flex-1 truncate text-ink-soft">{undo.text}</p>
            <Button variant="quiet" className="px-3" onClick={undo.onUndo}>
              <Undo2 aria-hidden="true" className="size-5" />
              {t('picking.undo')}
            </Button>
          </div>
        )}
        <div className="mb-2 grid grid-cols-2 gap-2">
          <Button
            variant="secondary"
            className="min-h-12 px-2 whitespace-nowrap"
            onClick={() => setIsMissing(true)}
          >
            <PackageX aria-hidden="true" className="size-5" />
            {amount === 1 || isFetch ? t('picking.notAll') : t('picking.notAllPieces')}
          </Button>
          <Button
            variant="secondary"
            aria-pressed={isCameraOpen}
            className="min-h-12 px-2"
            onClick={() => setIsCameraOpen(!isCameraOpen)}
          >
            <ScanBarcode aria-hidden="true" className="size-5" />
            {t('picking.scan')}
          </Button>
        </div>
        {isWeighed ? (
          <WeightForm key={line.key} line={line} onCode={onCode} onFound={onFound} />
        ) : (
          <Button
            isWide
            className="min-h-16 text-lg"
            // The second tap of a double tap would confirm the next line.
            onClick={({ detail }) => detail < 2 && (isFetch ? onFetched() : onFound(amount))}
          >
            {t('picking.foundAll', { count: amount })}
          </Button>
        )}
      </div>
      {isMissing && <MissingDialog line={line} onClose={() => setIsMissing(false)} />}
    </>
  );
}

interface WeightFormProps {
  line: Line;
  onCode: (code: string) => void;
  onFound: (grams: number) => void;
}

/** The weight of loose produce, typed or scanned from the label of a scale. */
function WeightForm({ line, onCode, onFound }: WeightFormProps) {
  const [typed, setTyped] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const ordered = toOrdered(line);
  const most = line.mostGrams ?? ordered;
  const least = 2 * ordered - most;
  const grams = Number(typed);
  const isMissing = !/^\d+$/.test(typed) || grams === 0;
  const isTooHigh = !isMissing && grams > most;
  const error = isMissing
    ? isChecked && t('picking.weightMissing')
    : isTooHigh && t('picking.weightTooHigh', { most: formatGrams(most) });
  const hint =
    !isMissing && grams < least
      ? t('picking.weightShort', { least: formatGrams(least) })
      : t('picking.weightLimits', { ordered: formatGrams(ordered), most: formatGrams(most) });

  function save(event: FormEvent) {
    event.preventDefault();
    if (parseScaleBarcode(typed) !== null) {
      setTyped('');
      onCode(typed);
    } else if (isMissing || isTooHigh) setIsChecked(true);
    else onFound(grams);
  }

  return (
    <form onSubmit={save} noValidate className="space-y-2">
      <p className="flex items-center gap-3">
        <span className="flex-1 text-sm">
          <label htmlFor="weight" className="font-semibold">
            {t('picking.weight')}
          </label>
          <span
            id="weight-note"
            aria-live="polite"
            className={`block ${error ? 'text-danger' : 'text-ink-soft'}`}
          >
            {error || hint}
          </span>
        </span>
        <input
          id="weight"
          aria-describedby="weight-note"
          aria-invalid={Boolean(error)}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          // The barcode of a scale has 13 digits.
          maxLength={13}
          value={typed}
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
          className="h-14 w-28 rounded-md border border-line bg-surface px-3 text-right text-xl tabular-nums aria-invalid:border-danger"
        />
      </p>
      <Button type="submit" isWide className="min-h-16 text-lg">
        {t('picking.saveWeight')}
      </Button>
    </form>
  );
}
