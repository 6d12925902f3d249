import { indiaOffsetMs } from '#contract/base/india-time.ts';

/** A moment for an input of type `datetime-local`, in the time of India. */
export function toLocalInput(moment: string | null): string {
  return moment === null ? '' : new Date(Date.parse(moment) + indiaOffsetMs).toISOString().slice(0, 16);
}

/** The moment of an input of type `datetime-local`, in the time of India; null while it is empty. */
export function fromLocalInput(typed: string): string | null {
  const ms = Date.parse(`${typed}Z`);
  return Number.isNaN(ms) ? null : new Date(ms - indiaOffsetMs).toISOString();
}
