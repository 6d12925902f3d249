/** When something is shown: while it is switched on, from the start until just before the end. */
export interface Schedule {
  isActive: boolean;
  /** ISO times; null without a limit. */
  startsAt: string | null;
  endsAt: string | null;
}

export function isShownAt({ isActive, startsAt, endsAt }: Schedule, at: Date): boolean {
  return (
    isActive &&
    (startsAt === null || Date.parse(startsAt) <= at.getTime()) &&
    (endsAt === null || at.getTime() < Date.parse(endsAt))
  );
}

/** The first time after `at` at which one of them begins or ceases to be shown; null if none does. */
export function findNextChange(schedules: readonly Schedule[], at: Date): Date | null {
  const times = schedules
    .filter(({ isActive }) => isActive)
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .flatMap((time) => (time === null ? [] : [Date.parse(time)]))
    .filter((time) => time > at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** The earlier one of two times; null stands for never. */
export function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
