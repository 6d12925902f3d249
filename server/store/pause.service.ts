import { isDeepStrictEqual } from 'node:util';
import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { toDay } from '#contract/base/zoned-time.ts';
import { describeOpening, findPause, toOpeningStatus } from '#contract/delivery/opening-hours.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import * as queries from './settings.queries.ts';
import { currentSettings } from './settings.service.ts';

type PresentPause = EndpointResponse<'getStorePause'>['data'];

export async function getStorePause(context: Pick<Context, 'db' | 'now'>): Promise<PresentPause> {
  return toPresent((await currentSettings(context)).settings, context.now());
}

function toPresent(settings: StoreSettings, at: Date): PresentPause {
  return { pause: findPause(settings.pause, at), text: describeOpening(toOpeningStatus(settings, at), at) };
}

// The first attempt fails when other settings are saved at the same time.
const maximumAttempts = 5;

/**
 * Pauses orders, or ends the pause, in a new version of the settings. Throws CHANGED_MEANWHILE with the present pause
 * if the caller has seen another one, and INVALID_INPUT for an end that is over or after tomorrow.
 */
export function changeStorePause(
  context: AuthenticatedContext,
  { seen, pause: wanted }: ParsedInput<'changeStorePause'>,
): Promise<PresentPause> {
  const now = context.now();
  const pause = toPause(wanted, now);
  return inTransaction(context, async (transaction) => {
    for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
      const { settings, version } = await currentSettings(transaction);
      const present = findPause(settings.pause, now);
      if (isRepeated(pause, present)) return toPresent(settings, now);
      if (!isDeepStrictEqual(present, findPause(seen, now))) throw seenOtherError(present);
      const changed = { ...settings, pause };
      const change = { version: version + 1, settings: changed, changedBy: context.caller.userId };
      if ((await queries.insertSettings(transaction.db, change)) === null) continue;
      await recordChanges(transaction, [
        {
          kind: 'settings',
          thingId: 'store',
          thingName: 'Store settings',
          action: pause === null ? 'resumed' : 'paused',
          before: { pause: settings.pause },
          after: { pause },
        },
      ]);
      return toPresent(changed, now);
    }
    throw new AppError('CHANGED_MEANWHILE');
  });
}

function toPause(wanted: ParsedInput<'changeStorePause'>['pause'], now: Date): StoreSettings['pause'] {
  if (wanted === null) return null;
  const { reason, end } = wanted;
  if (end.kind === 'RESUMED') return { reason, until: null };
  if (end.kind === 'AFTER')
    return { reason, until: new Date(now.getTime() + end.minutes * 60_000).toISOString() };
  const at = Date.parse(end.at);
  if (at <= now.getTime() || toDay(at) > toDay(now.getTime()) + 1) {
    const message = at <= now.getTime() ? 'Enter a time in the future.' : 'Enter a time today or tomorrow.';
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'pause.end.at', message }] });
  }
  return { reason, until: end.at };
}

const repeatedWithinMs = 60_000;

/** Whether the present pause is already the wanted one. A second tap names an end that is some seconds later. */
function isRepeated(pause: StoreSettings['pause'], present: StoreSettings['pause']): boolean {
  if (pause?.until == null || present?.until == null) return isDeepStrictEqual(pause, present);
  const laterMs = Math.abs(Date.parse(pause.until) - Date.parse(present.until));
  return pause.reason === present.reason && laterMs < repeatedWithinMs;
}

function seenOtherError(present: StoreSettings['pause']): AppError {
  const what =
    present === null
      ? 'Someone else has ended the pause.'
      : `Someone else has paused or changed the pause: ${present.reason}.`;
  return new AppError('CHANGED_MEANWHILE', {
    message: `${what} Check it before you change it.`,
    details: { pause: present },
  });
}
