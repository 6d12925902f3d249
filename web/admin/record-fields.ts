import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { AuditEntry } from '#contract/reports/dashboard.ts';
import { formatDateTime } from '#web/base/time.ts';

/** Names of records by id, see `AuditEntry`. */
export type Names = AuditEntry['names'];

/** How the history shows a field of a record. */
export interface RecordField {
  /** As in the form of the record, without units. Empty for an object whose fields say enough. */
  label: string;
  /**
   * The text of a value that is not null, also of an item of a list. Without it: yes or no, a number, a time, a text.
   */
  toText?: (value: unknown, names: Names) => string;
  /** The fields of an object, or the items of a list by position. */
  fields?: RecordFields;
  /** The rows of a list: rows with the same key are compared field by field. */
  rows?: { keyOf: (row: Readonly<Record<string, unknown>>) => string; fields: RecordFields };
  /**
   * `note`: says something about the change, such as a reason, and mostly has no former value. `details`: an object
   * whose keys are labels. `lines`: a long text, compared line by line. `whole`: a list that `toText` writes at once.
   */
  look?: 'note' | 'image' | 'details' | 'lines' | 'whole';
}

export type RecordFields = Readonly<Record<string, RecordField>>;

/** The fields of a record whose recorded values have this type: none of them can be forgotten. */
export type FieldsOf<Recorded> = { readonly [Name in keyof Recorded]-?: RecordField };

/** What the history shows of one changed value. `before` and `after` are empty for no value. */
export interface ChangeLine {
  label: string;
  /** `value`: before and after. `list`: what was removed and added. `note`: only `after`. */
  kind: 'value' | 'list' | 'note' | 'image';
  before: string[];
  after: string[];
}

type Change = Pick<AuditEntry['changes'][number], 'field' | 'before' | 'after'>;
type Section = Readonly<Record<string, unknown>>;

const isSection = (value: unknown): value is Section => typeof value === 'object' && value !== null;
const toSection = (value: unknown): Section => (isSection(value) ? value : {});
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The values that differ, with the label of their place, such as 'Charges › Handling fee'. */
export function toLines(changes: readonly Change[], fields: RecordFields, names: Names): ChangeLine[] {
  return changes.flatMap(({ field: name, before, after }) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return linesOf(field ?? { label: toWords(name) }, before, after, names);
  });
}

function linesOf(field: RecordField, before: unknown, after: unknown, names: Names): ChangeLine[] {
  if (isSame(before, after)) return [];
  const { label, look, fields, rows } = field;
  const text = (value: unknown) => [describe(field, value, names)].filter((each) => each !== '');
  if (look === 'note' && (before ?? null) === null)
    return [{ label, kind: 'note', before: [], after: text(after) }];
  if (look === 'image') return [{ label, kind: 'image', before: toUrls(before), after: toUrls(after) }];
  if (look === 'lines') return listLines(field, toTextLines(before), toTextLines(after), names);
  if (isSection(before) && isSection(after) && look !== 'whole') {
    const inner = look === 'details' ? toDetailFields(before, after) : fields;
    if (inner !== undefined) return linesOfFields(label, inner, before, after, names);
    if (Array.isArray(before) && Array.isArray(after)) {
      return rows === undefined
        ? listLines(field, before, after, names)
        : linesOfRows(field, rows, before.filter(isSection), after.filter(isSection), names);
    }
  }
  if (label === '' && fields !== undefined)
    return linesOfFields('', fields, toSection(before), toSection(after), names);
  const [old, present] = [text(before), text(after)];
  // Such as no value and an empty one.
  return isSame(old, present) ? [] : [{ label, kind: 'value', before: old, after: present }];
}

const under = (label: string, field: RecordField): RecordField => ({
  ...field,
  label: [label, field.label].filter((each) => each !== '').join(' › '),
});

function linesOfFields(label: string, fields: RecordFields, before: Section, after: Section, names: Names) {
  const keys = new Set([...Object.keys(fields), ...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    linesOf(under(label, fields[key] ?? { label: toWords(key) }), before[key], after[key], names),
  );
}

function toDetailFields(before: Section, after: Section): RecordFields {
  const keys = [...Object.keys(before), ...Object.keys(after)];
  return Object.fromEntries(keys.map((key) => [key, { label: key }]));
}

function linesOfRows(
  field: RecordField,
  { keyOf, fields }: NonNullable<RecordField['rows']>,
  before: readonly Section[],
  after: readonly Section[],
  names: Names,
): ChangeLine[] {
  const find = (rows: readonly Section[], key: string) => rows.find((row) => keyOf(row) === key);
  const keys = [...new Set([...before, ...after].map(keyOf))];
  // Rows that share a key cannot be told apart.
  if (keys.length < Math.max(before.length, after.length)) return listLines(field, before, after, names);
  const lines = keys.flatMap((key) => {
    const [old, present] = [find(before, key), find(after, key)];
    const label = `${field.label} › ${key}`;
    if (old !== undefined && present !== undefined) return linesOfFields(label, fields, old, present, names);
    const text = (row: Section | undefined) =>
      row === undefined ? [] : [describe({ label, fields }, row, names)];
    return [{ label, kind: 'list' as const, before: text(old), after: text(present) }];
  });
  return lines.length > 0 ? lines : movedLines(field, before.map(keyOf), after.map(keyOf));
}

/** What was removed and added; of a list in another order, the part that moved. */
function listLines(field: RecordField, before: readonly unknown[], after: readonly unknown[], names: Names) {
  const without = (list: readonly unknown[], others: readonly unknown[]) =>
    list.filter((item) => !others.some((other) => isSame(item, other)));
  const text = (list: readonly unknown[]) => [
    ...new Set(list.map((item) => describeItem(field, item, names) || 'Empty')),
  ];
  const [removed, added] = [text(without(before, after)), text(without(after, before))];
  if (removed.length + added.length === 0) {
    const all = (list: readonly unknown[]) => list.map((item) => describeItem(field, item, names));
    return movedLines(field, all(before), all(after));
  }
  return [{ label: field.label, kind: 'list' as const, before: removed, after: added }];
}

function movedLines(
  { label }: RecordField,
  before: readonly string[],
  after: readonly string[],
): ChangeLine[] {
  const length = Math.max(before.length, after.length);
  const moved = Array.from({ length }, (_, index) => index).filter((index) => before[index] !== after[index]);
  const [first = 0, last = first] = [moved[0], moved.at(-1)];
  const numbered = (list: readonly string[]) =>
    list.slice(first, last + 1).map((text, index) => `${first + index + 1}. ${text}`);
  return [{ label: `${label}: order`, kind: 'value', before: numbered(before), after: numbered(after) }];
}

/** The text of a whole value; empty for no value. */
function describe(field: RecordField, value: unknown, names: Names): string {
  const { toText, fields, rows, look } = field;
  if (value === null || value === undefined || value === '') return '';
  if (toText !== undefined && (look === 'whole' || !Array.isArray(value))) return toText(value, names);
  if (rows !== undefined && Array.isArray(value))
    return value.map((row) => describe({ label: '', fields: rows.fields }, row, names)).join('\n');
  if (isSection(value) && (!Array.isArray(value) || fields !== undefined)) {
    const inner = look === 'details' ? toDetailFields(value, {}) : (fields ?? {});
    return [...new Set([...Object.keys(inner), ...Object.keys(value)])]
      .map((key) => [inner[key] ?? { label: toWords(key) }, toSection(value)[key]] as const)
      .map(([each, part]) => [each.label, describe(each, part, names)] as const)
      .flatMap(([label, text]) => (text === '' ? [] : [label === '' ? text : `${label}: ${text}`]))
      .join('\n');
  }
  if (Array.isArray(value)) return value.map((item) => describeItem(field, item, names)).join(', ');
  return describePlain(value);
}

function describeItem({ label, toText, rows }: RecordField, item: unknown, names: Names): string {
  if (rows !== undefined) return describe({ label, fields: rows.fields }, item, names);
  return describe(toText === undefined ? { label } : { label, toText }, item, names);
}

const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function describePlain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-IN', { maximumFractionDigits: 6 });
  const text = String(value);
  return isMoment.test(text) ? formatDateTime(text) : text;
}

function toUrls(value: unknown): string[] {
  const addresses = Array.isArray(value) ? value : [isSection(value) ? value.url : value];
  return addresses.filter((address) => typeof address === 'string' && address !== '');
}

function toTextLines(value: unknown): string[] {
  return typeof value === 'string' ? value.split('\n').filter((line) => line.trim() !== '') : [];
}

/** `OUT_FOR_DELIVERY` and `outForDelivery` as 'Out for delivery', of what has no label. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter}`)
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The label of an input without its unit and without '(optional)'. */
export function toRecordLabel(label: string): string {
  return label.replace(/ \((?:₹|%|optional|₹, optional)\)$/, '');
}

/** A field with the label of its input. */
export function ofInput(label: string, field: Omit<RecordField, 'label'> = {}): RecordField {
  return { label: toRecordLabel(label), ...field };
}

/** Texts of values of one type. */
export const rupees = { toText: (value: unknown) => formatPaise(toPaise(Number(value))) };
export const percent = { toText: (value: unknown) => `${describePlain(value)} %` };
export const minutes = { toText: (value: unknown) => `${describePlain(value)} min` };
/** A minimum, of which 0 is none. */
export const rupeesOrNone = {
  toText: (value: unknown) => (value === 0 ? 'none' : rupees.toText(value)),
};

/** The label of a choice. */
export function choice(labels: Readonly<Record<string, string>>): Pick<RecordField, 'toText'> {
  return {
    toText: (value) =>
      (Object.hasOwn(labels, String(value)) ? labels[String(value)] : undefined) ?? toWords(String(value)),
  };
}

/** The name of a record by its id. `noun` says what a deleted record was. */
export function nameOf(names: Names, id: string, noun: string): string {
  return (Object.hasOwn(names, id) ? names[id] : undefined) ?? `a deleted ${noun}`;
}

/** The names of records in a list of ids. */
export function named(noun: string): Pick<RecordField, 'toText'> {
  return { toText: (value, names) => nameOf(names, String(value), noun) };
}
