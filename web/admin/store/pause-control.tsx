import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause } from 'lucide-react';
import { useRef, useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import { findPause } from '#contract/delivery/opening-hours.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime, useNow } from '#web/base/time.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { showToast } from '#web/ui/toast.ts';
import type { WantedPause } from './pause-dialog.tsx';

const PauseDialog = lazyDialog(async () => (await import('./pause-dialog.tsx')).PauseDialog);

type PresentPause = EndpointResponse<'getStorePause'>['data'];

const queryKey = ['store-pause'];
const pollMs = 15_000;
const clockMs = 1_000;

/**
 * The pause of now, and the status for shoppers; undefined until it has been read. Read again often, because others
 * may change it.
 */
export function useStorePause(): PresentPause | undefined {
  const now = useNow(clockMs);
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('getStorePause', {}, { signal })).data,
    refetchInterval: pollMs,
    staleTime: 0,
  });
  if (data === undefined || data.pause === null) return data;
  // One that has ended since it was read is over.
  const pause = findPause(data.pause, new Date(now));
  return pause === null ? { pause, text: 'The pause is over.' } : data;
}

/**
 * The present pause, with the buttons that pause and resume orders at once. `isCompact`: a button only, as long as
 * orders are not paused.
 */
export function PauseControl(props: { isCompact?: boolean }) {
  return useMay('pause-orders') && <AllowedPauseControl {...props} />;
}

function AllowedPauseControl({ isCompact = false }: { isCompact?: boolean }) {
  const queries = useQueryClient();
  const present = useStorePause();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);

  /** Resolves to why it was refused; undefined after a change, and for a second tap. */
  async function change(pause: WantedPause | null): Promise<string | undefined> {
    if (isSending.current || present === undefined) return undefined;
    isSending.current = true;
    setIsBusy(true);
    const outcome = await callApi('changeStorePause', { seen: present.pause, pause });
    isSending.current = false;
    setIsBusy(false);
    if (!outcome.isOk) {
      void queries.invalidateQueries({ queryKey });
      return outcome.error.issues[0]?.message ?? outcome.error.message;
    }
    const { data, message } = outcome.response;
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, data);
    showToast('success', message);
    setIsOpen(false);
    return undefined;
  }

  async function resume() {
    const problem = await change(null);
    if (problem !== undefined) showToast('error', problem);
  }

  const pause = present?.pause ?? null;
  const isButton = isCompact && pause === null;
  const look =
    pause !== null ? 'order-last w-full bg-danger-soft text-danger' : 'border border-line bg-surface';
  return (
    <div
      className={
        isButton
          ? 'flex'
          : `flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-3 py-1.5 text-sm ${look}`
      }
    >
      <p
        className={isButton ? 'sr-only' : `flex-1 wrap-anywhere ${pause === null ? 'min-w-24' : 'min-w-56'}`}
        role="status"
      >
        {pause === null ? (
          (present?.text ?? '\u00a0')
        ) : (
          <>
            <span className="font-semibold">
              {pause.until === null
                ? 'Orders are paused until you resume them'
                : `Orders are paused until ${formatDateTime(pause.until)}`}
            </span>
            : {pause.reason}
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          disabled={present === undefined}
          aria-label={pause === null ? 'Pause orders' : 'Change the pause'}
          className={isButton ? 'max-sm:w-11 max-sm:px-0' : ''}
          onClick={() => setIsOpen(true)}
        >
          <Pause aria-hidden="true" className="size-4" />
          <span className={isButton ? 'max-sm:sr-only' : ''}>
            {pause === null ? 'Pause orders' : 'Change'}
          </span>
        </Button>
        {pause !== null && (
          <Button isBusy={isBusy} onClick={() => void resume()}>
            Resume orders
          </Button>
        )}
      </div>
      {isOpen && (
        <PauseDialog
          reason={pause?.reason}
          isBusy={isBusy}
          onPause={change}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
