import { dayMs } from '#contract/base/durations.ts';
/** Days of the store's time zone such as `2026-11-21`, from the first to the last. */
export interface DayRange {
  from: string;
  to: string;
}

/** A range of a report, and the range that it is compared with. */
export interface ComparedRange extends DayRange {
  before: DayRange;
}

export const rangePresets = [
  'today',
  'yesterday',
  'last-7-days',
  'this-month',
  'last-month',
  'this-year',
] as const;
export type RangePreset = (typeof rangePresets)[number];

export const rangeTitles: Record<RangePreset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This financial year',
};

/** Two years, of which one may be a leap year. */
export const maximumRangeDays = 731;

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

export function countDays({ from, to }: DayRange): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1;
}

/** The day of a month such as `2026-02`; its last day if the month is shorter. */
function toDayOfMonth(month: string, dayNumber: number): string {
  const day = `${month}-${String(Math.min(dayNumber, lastDayOf(month))).padStart(2, '0')}`;
  return day;
}

function lastDayOf(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The same days of another month: the last day of a month corresponds to the last one of the other. */
function toOtherMonth({ from, to }: DayRange, months: number): DayRange {
  const shift = (day: string) => {
    const month = day.slice(0, 7);
    const dayNumber = Number(day.slice(8));
    return toDayOfMonth(addMonths(month, months), dayNumber === lastDayOf(month) ? 31 : dayNumber);
  };
  return { from: `${shift(from).slice(0, 7)}${from.slice(7)}`, to: shift(to) };
}

/** Compares a range with the days before it, as many. */
export function compareWithDaysBefore({ from, to }: DayRange): ComparedRange {
  const days = countDays({ from, to });
  return { from, to, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/**
 * The days of a preset. Those of a month are compared with the same days of the month before, those of the financial
 * year, which begins in April, with the same days of the year before, others with as many days before.
 */
export function toPresetRange(preset: RangePreset, today: string): ComparedRange {
  const month = today.slice(0, 7);
  const ofMonth = (range: DayRange, months: number) => ({ ...range, before: toOtherMonth(range, -months) });
  switch (preset) {
    case 'today':
      return compareWithDaysBefore({ from: today, to: today });
    case 'yesterday':
      return compareWithDaysBefore({ from: addDays(today, -1), to: addDays(today, -1) });
    case 'last-7-days':
      return compareWithDaysBefore({ from: addDays(today, -6), to: today });
    case 'this-month':
      return ofMonth({ from: `${month}-01`, to: today }, 1);
    case 'last-month': {
      const last = addMonths(month, -1);
      return ofMonth({ from: `${last}-01`, to: toDayOfMonth(last, 31) }, 1);
    }
    case 'this-year': {
      const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < '04' ? 1 : 0);
      return ofMonth({ from: `${year}-04-01`, to: today }, 12);
    }
    default:
      return preset satisfies never;
  }
}

export const periodUnits = ['day', 'week', 'month'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

// 62 are two months, 184 half a year.
const mostBars = { day: 62, week: 184 } as const;

/** Days, weeks from Monday or months, by the length of the range. */
export function toPeriodUnit(range: DayRange): PeriodUnit {
  const days = countDays(range);
  if (days <= mostBars.day) return 'day';
  return days <= mostBars.week ? 'week' : 'month';
}

/** The first day of the period of a day, at the earliest the first day of the range. */
export function toPeriodStart(day: string, unit: PeriodUnit, { from }: DayRange): string {
  const start =
    unit === 'month'
      ? `${day.slice(0, 7)}-01`
      : addDays(day, unit === 'day' ? 0 : -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return start < from ? from : start;
}

/** The first days of all periods of a range. */
export function listPeriods(range: DayRange, unit: PeriodUnit): string[] {
  const starts = new Set<string>();
  for (let day = range.from; day <= range.to; day = addDays(day, 1))
    starts.add(toPeriodStart(day, unit, range));
  return [...starts];
}
