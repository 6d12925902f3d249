import { useRef, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { useCatalogueInvalidation } from './catalogue-queries.ts';
import { type Conflict, isSame, keepMine, toConflict } from './conflict.ts';

/** Error messages of a form by field name. */
export type FieldErrors<Field extends string> = { [Name in Field]?: string | undefined };

/**
 * Maps the issues of an API error to form fields; an issue of a part such as `image.0` belongs to its field.
 */
export function toFieldErrors<Field extends string>(
  { issues }: ApiError,
  fields: readonly Field[],
): FieldErrors<Field> {
  const found: FieldErrors<Field> = {};
  for (const { path, message } of issues) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field !== undefined) found[field] ??= message;
  }
  return found;
}

/** Focuses the first invalid field; returns false when there is none. */
function focusFirstError<Field extends string>(
  form: HTMLFormElement | null,
  fields: readonly Field[],
  issues: FieldErrors<Field>,
): boolean {
  const first = fields.find((name) => issues[name] !== undefined);
  const input = first && form?.elements.namedItem(first);
  if (input instanceof HTMLElement) input.focus();
  return first !== undefined;
}

interface Versioned {
  _id: string;
  updatedAt: string;
}

type Saved<Thing> =
  | { isOk: true; answer: { message: string; data: Thing } }
  | { isOk: false; error: ApiError };

type Shown<Field extends string> = { [Name in Field]?: unknown };

interface AdminFormOptions<Thing, Draft extends object, Field extends string> {
  /** The record to update, as last read; undefined creates a new one. */
  thing: Thing | undefined;
  /** Field names in page order. */
  fields: readonly Field[];
  /** Displayed values: a change of one clears the error of that field. */
  shown?: Shown<Field>;
  draft: Draft;
  toDraft: (thing: Thing | undefined) => Draft;
  /** Replaces the values of the form. */
  show: (draft: Draft) => void;
  /**
   * `version` is the record as last read: sent along so that the server rejects the write if it has changed
   * since.
   */
  send: (draft: Draft, version: Thing | undefined) => Promise<Saved<Thing>>;
  onSaved: (message: string, thing: Thing) => void;
}

/**
 * State of an admin form: one submission at a time, errors at their fields or above the form, and conflict
 * resolution when another admin has changed the record. Entered values survive every outcome.
 */
export function useAdminForm<Thing extends Versioned, Draft extends object, Field extends string>(
  options: AdminFormOptions<Thing, Draft, Field>,
) {
  const { thing, fields, draft, toDraft, show, send, onSaved } = options;
  const shown: Shown<Field> = options.shown ?? {};
  const form = useRef<HTMLFormElement>(null);
  const [version, setVersion] = useState(thing);
  const [isBusy, setIsBusy] = useState(false);
  const [issues, setIssues] = useState<FieldErrors<Field>>({});
  const [problem, setProblem] = useState('');
  const [conflict, setConflict] = useState<Conflict<Thing> | null>(null);
  const { changed } = useCatalogueInvalidation();
  const [judged, setJudged] = useState(shown);
  const before = toDraft(version);
  if (!isSame(judged, shown)) {
    setJudged(shown);
    setIssues(withoutErrorsOf(issues, (field) => !isSame(judged[field], shown[field])));
  }

  function refuse(found: FieldErrors<Field>): boolean {
    setIssues(found);
    return focusFirstError(form.current, fields, found);
  }

  async function save(wanted = draft, since = version) {
    if (isBusy) return;
    setIsBusy(true);
    setProblem('');
    const saved = await send(wanted, since);
    setIsBusy(false);
    if (saved.isOk) {
      changed();
      onSaved(saved.answer.message, saved.answer.data);
      return;
    }
    const { error } = saved;
    // The list behind the form is older than this response.
    if (error.code === 'CHANGED_MEANWHILE' || error.code === 'NOT_FOUND') changed();
    const found = toConflict<Thing>(error);
    setConflict(found);
    if (found === null && !refuse(toFieldErrors(error, fields))) setProblem(error.message);
  }

  return {
    form,
    isBusy,
    issues,
    /** Error that belongs to no field; empty if there is none. */
    problem,
    conflict,
    isChanged: !isSame(before, draft),
    save,
    refuse,
    clearIssue: (field: Field) => setIssues((known) => ({ ...known, [field]: undefined })),
    decideLater: () => setConflict(null),
    takeTheirs() {
      if (conflict === null) return;
      setConflict(null);
      setIssues({});
      setVersion(conflict.current);
      show(toDraft(conflict.current));
    },
    keepMine() {
      if (conflict === null) return;
      const kept = keepMine(before, draft, toDraft(conflict.current));
      setConflict(null);
      setVersion(conflict.current);
      show(kept);
      void save(kept, conflict.current);
    },
  };
}

function withoutErrorsOf<Field extends string>(
  issues: FieldErrors<Field>,
  isOutdated: (field: Field) => boolean,
): FieldErrors<Field> {
  const left = { ...issues };
  for (const field in left) {
    if (isOutdated(field)) delete left[field];
  }
  return left;
}
