import { toShownName } from '#contract/base/slug.ts';

interface Size {
  _id: string;
  name: string;
  unit: string;
}

/**
 * What the sizes of a family are called beside each other, by id: their unit, and before it what differs in their
 * names where several have the same unit, `Masala, 70 g` and `Atta, 70 g`.
 */
export function toSizeLabels(sizes: readonly Size[]): Map<string, string> {
  const groups = Map.groupBy(sizes, ({ unit }) => unit.toLowerCase().replaceAll(/\s/g, ''));
  return new Map(
    [...groups.values()].flatMap((group) => {
      const parts = toDifferentParts(group.map(toShownName));
      return group.map(({ _id, unit }, index) => {
        const part = parts[index] ?? '';
        // The unit stays in one line.
        return [_id, part === '' ? unit : `${part}, ${unit.replaceAll(' ', '\u00a0')}`] as const;
      });
    }),
  );
}

/**
 * Names without the words that all of them begin and end with; whole names where nothing is left of one; empty for
 * equal ones.
 */
function toDifferentParts(names: readonly string[]): string[] {
  if (new Set(names).size <= 1) return names.map(() => '');
  const words = names.map((name) => name.split(/\s+/));
  const shortest = Math.min(...words.map(({ length }) => length));
  const isShared = (place: number) => new Set(words.map((each) => each.at(place))).size === 1;
  let first = 0;
  while (first < shortest && isShared(first)) first += 1;
  let last = 0;
  while (last < shortest - first && isShared(-1 - last)) last += 1;
  const parts = words.map((each) => each.slice(first, each.length - last).join(' '));
  return parts.includes('') ? [...names] : parts;
}
