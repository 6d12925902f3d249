import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Circle, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { EndpointInput } from '#contract/api.ts';
import { isAcceptableGap } from '#contract/store/opening-steps.ts';
import type { StoreOpening } from '#contract/store/store-opening.ts';
import { useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { queryClient } from '#web/session/query-client.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { GoLiveDialog } from './go-live-dialog.tsx';
import { gapTexts, stepTexts } from './opening-steps.ts';
import { RemoveDemoDialog } from './remove-demo-dialog.tsx';

const openingKey = ['store-opening'];

/** Reads the list again, and the menu, which knows whether the store is open. */
function refetchOpening(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: openingKey }),
    queryClient.invalidateQueries({ queryKey: ['menu-counts'] }),
  ]);
}

/**
 * The steps before the store opens, null when the list is not shown: all is done, or an administrator has put it away.
 * `?opening=shown` shows a list that was put away again, until it is put away once more, and a list of which all is
 * done while the page stays open.
 */
export function useOpening(): { isLoading: boolean; opening: StoreOpening | null } {
  const [parameters, change] = useUrlParameters<'opening'>();
  const isAllowed = useMay('settings');
  const isAsked = parameters.get('opening') === 'shown';
  const { data, isPending } = useQuery(
    {
      queryKey: openingKey,
      queryFn: async ({ signal }) => (await callApiOrThrow('getStoreOpening', {}, { signal })).data,
      staleTime: 0,
      enabled: isAllowed,
    },
    queryClient,
  );
  const isOpen = data !== undefined && !isAllDone(data);
  const isShown = data !== undefined && (isAsked || (isOpen && data.listHiddenAt === null));
  const isHidden = data !== undefined && data.listHiddenAt !== null;
  const keepShown = useEffectEvent((wasPutAway: boolean) => {
    if (wasPutAway) void send('hideOpeningList', { isHidden: false });
    // Otherwise putting it away would show it again.
    else change({ opening: '' }, { replace: true });
  });
  useEffect(() => {
    if (isAsked && isOpen) keepShown(isHidden);
  }, [isAsked, isOpen, isHidden]);
  return { isLoading: isAllowed && isPending, opening: isShown ? data : null };
}

function isAllDone({ steps }: StoreOpening): boolean {
  return steps.every(({ gaps }) => gaps.length === 0);
}

/** What an owner does before the store opens, each with a tick. */
export function OpeningList({ opening }: { opening: StoreOpening }) {
  const [, change] = useUrlParameters<'opening'>();
  const { steps } = opening;
  const isDone = isAllDone(opening);
  const doneCount = steps.filter(({ gaps }) => gaps.length === 0).length;
  const first = steps.find(({ gaps }) => gaps.length > 0)?.step;
  async function hide() {
    const isHidden = isDone || (await send('hideOpeningList', { isHidden: true }));
    if (!isHidden) return;
    if (!isDone)
      showToast('success', 'List hidden. Search for “Open your store” to see it again.', {
        durationMilliseconds: 6000,
      });
    change({ opening: '' }, { replace: true });
  }
  return (
    <section aria-labelledby="opening" className="mb-8 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 id="opening" className="font-display text-xl font-bold">
          Open your store
        </h2>
        <p className="text-ink-soft tabular-nums" role="status">
          {doneCount} of {steps.length} done
        </p>
        <Button variant="quiet" className="ml-auto" onClick={() => void hide()}>
          Hide this list
        </Button>
      </div>
      <ol className="mt-2 divide-y divide-line">
        {steps.map((step) => (
          <li key={step.step} tabIndex={-1}>
            <Step step={step} opening={opening} isFirst={step.step === first} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type StepState = StoreOpening['steps'][number];

/** A step that is done is one line; the others can be opened, and the first of them is. */
function Step({ step, opening, isFirst }: { step: StepState; opening: StoreOpening; isFirst: boolean }) {
  const { title } = stepTexts[step.step];
  if (step.gaps.length === 0)
    return (
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <CircleCheck aria-hidden="true" className="size-5 flex-none text-leaf" />
        <span>
          <span className="sr-only">Done: </span>
          {title}
        </span>
        <DoneNote step={step} opening={opening} />
      </div>
    );
  return (
    // Opened again when it becomes the first one.
    <details key={String(isFirst)} open={isFirst} className="group py-1">
      <summary className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <Circle aria-hidden="true" className="mt-0.5 size-5 flex-none text-ink-soft" />
        <span className="min-w-0">
          <span className="block font-semibold">
            <span className="sr-only">To do: </span>
            {title}
          </span>
          <span className="block text-sm text-ink-soft">
            {step.gaps.map((gap) => gapTexts[gap]).join(' ')}
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="mt-0.5 ml-auto size-5 flex-none text-ink-soft group-open:rotate-180"
        />
      </summary>
      <StepDetails step={step} opening={opening} />
    </details>
  );
}

function DoneNote({ step: { step, isConfirmed }, opening }: { step: StepState; opening: StoreOpening }) {
  const { confirm } = stepTexts[step];
  if (step === 'backup' && opening.lastBackupAt !== null)
    return <span className="text-sm text-ink-soft">Last backup {formatDateTime(opening.lastBackupAt)}</span>;
  if (step === 'live' && opening.wentLiveAt !== null)
    return <span className="text-sm text-ink-soft">Since {formatDateTime(opening.wentLiveAt)}</span>;
  if (!isConfirmed || confirm === undefined) return null;
  return (
    <>
      <span className="text-sm text-ink-soft">{confirm}</span>
      <StepButton
        label={`Undo: ${stepTexts[step].title}`}
        text="Undo"
        onSend={() => send('confirmOpeningStep', { step, isConfirmed: false })}
      />
    </>
  );
}

function StepDetails({ step: { step, gaps }, opening }: { step: StepState; opening: StoreOpening }) {
  const { example, links, confirm } = stepTexts[step];
  const [dialog, setDialog] = useState<'demo' | 'live' | null>(null);
  const shownLinks = links.filter(([, , gap]) => gap === undefined || gaps.includes(gap));
  const isConfirmable = confirm !== undefined && gaps.every((gap) => isAcceptableGap(gap));
  return (
    <div className="pb-3 pl-8">
      {example !== '' && <p className="text-sm text-ink-soft wrap-anywhere">Example: {example}</p>}
      <div className="flex flex-wrap items-center gap-x-4">
        {shownLinks.map(([label, path]) => (
          <Link
            key={path}
            to={path}
            className="inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
          >
            {label}
          </Link>
        ))}
        {gaps.includes('DEMO') && (
          <Button variant="secondary" onClick={() => setDialog('demo')}>
            Remove the demo catalogue
          </Button>
        )}
        {isConfirmable && (
          <StepButton
            label={confirm}
            text={confirm}
            onSend={() => send('confirmOpeningStep', { step, isConfirmed: true })}
          />
        )}
        {step === 'live' && <Button onClick={() => setDialog('live')}>Go live</Button>}
      </div>
      {dialog === 'demo' && <RemoveDemoDialog onRemoved={refetchOpening} onClose={() => setDialog(null)} />}
      {dialog === 'live' && (
        <GoLiveDialog opening={opening} onLive={refetchOpening} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

interface StepButtonProps {
  /** The accessible name, which contains the text. */
  label: string;
  text: string;
  onSend: () => Promise<boolean>;
}

function StepButton({ label, text, onSend }: StepButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Button
      variant="quiet"
      aria-label={label}
      isBusy={isBusy}
      onClick={({ currentTarget }) => {
        const item = currentTarget.closest('li');
        setIsBusy(true);
        void onSend().then((isSent) => {
          setIsBusy(false);
          // The button disappears.
          if (isSent) item?.focus({ preventScroll: true });
        });
      }}
    >
      {text}
    </Button>
  );
}

/** Sends a change and reads the list again. Shows why it failed. */
async function send<Name extends 'confirmOpeningStep' | 'hideOpeningList'>(
  name: Name,
  input: EndpointInput<Name>,
): Promise<boolean> {
  const outcome = await callApi(name, input);
  if (!outcome.isOk) showToast('error', outcome.error.message);
  else await refetchOpening();
  return outcome.isOk;
}
