import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { fromZonedInput, toZonedInput } from '#contract/base/zoned-time.ts';
import {
  addDays,
  type ComparedRange,
  compareWithDaysBefore,
  type DayRange,
  toPresetRange,
} from '#contract/reports/report-range.ts';
import type { Context } from '#server/http/context.ts';

/** Days of the store's time zone, with the time at which the first begins and the one before which the last ends. */
export interface Span extends DayRange {
  start: Date;
  end: Date;
  timeZone: string;
}

/** The range of a report and the one that it is compared with. */
export interface Spans {
  range: Span;
  before: Span;
  untilTime: EndpointResponse<'getReport'>['data']['before']['untilTime'];
}

/**
 * The range that was asked for. If it ends today, the range before ends at the present time of its last day, so that
 * days that are not over are not compared with whole ones.
 */
export function toSpans(
  { now, timeZone }: Pick<Context, 'now' | 'timeZone'>,
  { range: preset, from, to }: Omit<ParsedInput<'getReport'>, 'report'>,
): Spans {
  const [today = '', time = ''] = toZonedInput(now().toISOString(), timeZone).split('T');
  const compared: ComparedRange =
    from === undefined || to === undefined
      ? toPresetRange(preset, today)
      : compareWithDaysBefore({ from, to });
  const untilTime = compared.to === today ? time : null;
  const toTime = (day: string, clock = '00:00') =>
    new Date(fromZonedInput(`${day}T${clock}`, timeZone) ?? Number.NaN);
  const toSpan = (days: DayRange, end: Date): Span => ({
    from: days.from,
    to: days.to,
    start: toTime(days.from),
    end,
    timeZone,
  });
  const { before } = compared;
  return {
    range: toSpan(compared, toTime(addDays(compared.to, 1))),
    before: toSpan(before, untilTime === null ? toTime(addDays(before.to, 1)) : toTime(before.to, untilTime)),
    untilTime,
  };
}
