import { formatGrams, parseGrams } from './weight.ts';

/** What of a line of an order says how much of it is delivered. */
export interface DeliveredLine {
  position: number;
  /** The position of the line that it replaces. */
  replaces: number | null;
  unit: string;
  quantity: number;
  orderedQuantity: number;
  orderedGrams: number | null;
  isTakenOff: boolean;
}

/** The part of a line that is delivered: `2` of `3`, `463 g` of `500 g`; null for all or nothing of it. */
export function toDeliveredPart(line: Omit<DeliveredLine, 'position' | 'replaces'>): {
  delivered: string;
  ordered: string;
} | null {
  const { unit, quantity, orderedQuantity, orderedGrams, isTakenOff } = line;
  if (isTakenOff) return null;
  if (orderedGrams === null)
    return quantity < orderedQuantity
      ? { delivered: String(quantity), ordered: String(orderedQuantity) }
      : null;
  const grams = (parseGrams(unit) ?? orderedGrams) * quantity;
  return grams < orderedGrams ? { delivered: formatGrams(grams), ordered: formatGrams(orderedGrams) } : null;
}

/** Lines with each replacement behind the line that it replaces. */
export function withReplacements<Line extends Pick<DeliveredLine, 'position' | 'replaces'>>(
  lines: readonly Line[],
): Line[] {
  const placeOf = ({ position, replaces }: Line) => replaces ?? position;
  return lines.toSorted((one, other) => placeOf(one) - placeOf(other) || one.position - other.position);
}

/** The note of a delivered line in a bill in English: `2 of 3 ordered`, `in place of Milk`; empty for none. */
export function toLineNote(
  line: DeliveredLine,
  lines: readonly { position: number; name: string }[],
): string {
  const replaced = lines.find(({ position }) => position === line.replaces);
  if (replaced !== undefined) return `in place of ${replaced.name}`;
  const part = toDeliveredPart(line);
  return part === null ? '' : `${part.delivered} of ${part.ordered} ordered`;
}
