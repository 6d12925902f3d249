import { ArrowRight } from 'lucide-react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { findField } from '#contract/products/product-fields.ts';
import type { AuditEntry } from '#contract/reports/store.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Thumbnail } from './page-parts.tsx';

/** One entry of the audit log as a list item: who did what when, with old and new values. */
export function ChangeEntry({ entry, thing }: { entry: AuditEntry; thing?: string }) {
  const { action, at, by, changes } = entry;
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="mb-2 text-sm text-ink-soft">
        <span className="font-semibold text-ink wrap-anywhere">{by.name}</span> {action}
        {thing !== undefined && <span className="font-semibold text-ink wrap-anywhere"> {thing}</span>},{' '}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {action === 'created' ? (
        // The initial values are long and rarely needed.
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4">
            Initial values
          </summary>
          <ChangeList changes={changes} />
        </details>
      ) : (
        <ChangeList changes={changes} />
      )}
    </li>
  );
}

/** Changed fields of one audit log entry, each with old and new value. */
export function ChangeList({ changes }: { changes: AuditEntry['changes'] }) {
  return (
    <dl className="grid gap-y-2 text-sm">
      {toLeafChanges(changes).map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="font-semibold wrap-anywhere">{fieldLabel(field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <Value field={field} value={before} isOld />
            <ArrowRight aria-hidden="true" className="size-4 flex-none text-ink-soft" />
            <Value field={field} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, value, isOld = false }: { field: string; value: unknown; isOld?: boolean }) {
  const pictures = imageUrls(field, value);
  const Mark = isOld ? 'del' : 'ins';
  const tone = isOld ? 'text-ink-soft line-through' : 'font-semibold no-underline';
  if (pictures !== null && pictures.length > 0) {
    return (
      <Mark className="flex flex-wrap gap-1 no-underline">
        <span className="sr-only">{isOld ? 'old image' : 'new image'}</span>
        {pictures.map((src) => (
          <span key={src} className={`w-11 ${isOld ? 'opacity-60' : ''}`}>
            <Thumbnail src={src} sizes="2.75rem" className="rounded-md" />
          </span>
        ))}
      </Mark>
    );
  }
  const text = formatChange(field, value);
  if (text === '') return <span className="text-ink-soft italic">empty</span>;
  return <Mark className={`min-w-0 whitespace-pre-line wrap-anywhere ${tone}`}>{text}</Mark>;
}

type Change = AuditEntry['changes'][number];

/** Of what is not in the list of product fields. */
const labels: Record<string, string> = {
  hue: 'Tint',
  subCategory: 'Sub category',
  more_details: 'Details',
  titleHindi: 'Title in Hindi',
  undelivered: 'Could not be delivered',
  thrownAway: 'Thrown away',
  week: 'Opening hours',
  exceptions: 'Holidays and special hours',
  slots: 'Later delivery times',
  upi: 'UPI payments',
  vpa: 'UPI ID',
  gstin: 'GSTIN',
  fssai: 'FSSAI number',
  isOn: 'On',
  isLive: 'Open to customers',
};

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The label of a field of the audit log, or of a path of names such as `charges.handlingAmt`. */
export function fieldLabel(field: string): string {
  return field
    .split('.')
    .map((name) => findField(name)?.label ?? labels[name] ?? toWords(name))
    .join(' › ');
}

/** `handlingAmt` as 'Handling', `isTotalRounded` as 'Total rounded'. */
function toWords(name: string): string {
  const words = name
    .replace(/^(?:is|has)(?=[A-Z])|Amt$/g, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Image URLs of an audit log value; null if the field is not an image field. */
export function imageUrls(field: string, value: unknown): string[] | null {
  if (field !== 'image') return null;
  const addresses = Array.isArray(value) ? value : [value];
  return addresses.filter((address) => typeof address === 'string' && address !== '');
}

const isSection = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The values that differ inside of changed sections, lists of objects without what they have in common. */
export function toLeafChanges(changes: readonly Change[]): Change[] {
  return changes.flatMap(toLeaves);
}

function toLeaves({ field, before, after }: Change): Change[] {
  // The details of a product are shown as a whole: their names are not those of fields.
  if (field !== 'more_details' && isSection(before) && isSection(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names
      .filter((name) => !isSame(before[name], after[name]))
      .flatMap((name) => toLeaves({ field: `${field}.${name}`, before: before[name], after: after[name] }));
  }
  if (field === 'week' && Array.isArray(before) && Array.isArray(after)) {
    return days
      .map((day, index) => ({ field: `week.${day}`, before: before[index], after: after[index] }))
      .filter((change) => !isSame(change.before, change.after));
  }
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isSection)) {
    const without = (list: unknown[], others: unknown[]) =>
      list.filter((item) => !others.some((other) => isSame(item, other)));
    const [removed, added] = [without(before, after), without(after, before)];
    // The same rows in another order.
    if (removed.length > 0 || added.length > 0) return [{ field, before: removed, after: added }];
  }
  return [{ field, before, after }];
}

/** Display text of an audit log value; empty for no value. */
export function formatChange(field: string, value: unknown): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return formatNumber(name, value);
  if (typeof value === 'boolean') return name === 'veg' ? (value ? 'Veg' : 'Non-veg') : value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const texts = value.map(formatItem);
    return texts.join(texts.some((text) => text.includes(': ')) ? '\n' : ', ');
  }
  if (isSection(value)) {
    const label = (key: string) => (name === 'more_details' ? key : fieldLabel(key));
    return Object.entries(value)
      .map(([key, text]) => `${label(key)}: ${formatChange(key, text)}`)
      .join('\n');
  }
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatDateTime(text) : text;
}

function formatNumber(name: string, value: number): string {
  const type = findField(name)?.type;
  if (type === 'rupees' || name.endsWith('Amt')) return formatPaise(toPaise(value));
  if (type === 'percent' || name === 'percent') return `${value} %`;
  return name.endsWith('Minutes') ? `${value} min` : String(value);
}

/** One of a list: its times, its name if that is all there is besides its id, or all of its values. */
function formatItem(item: unknown): string {
  if (!isSection(item)) return String(item);
  if ('from' in item && 'to' in item) return `${item.from} to ${item.to}`;
  const names = Object.keys(item);
  if ('name' in item && names.every((name) => name === 'name' || name === '_id')) return String(item.name);
  return names.map((name) => `${fieldLabel(name)}: ${formatChange(name, item[name]) || 'empty'}`).join(', ');
}
