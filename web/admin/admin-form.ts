import { useRef, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { useCatalogueInvalidation } from './catalogue-queries.ts';
import { type Conflict, isSame, keepMine, toConflict } from './conflict.ts';

/** What is not right about the fields of a form of admins, by their names. */
export type FieldErrors<Field extends string> = { [Name in Field]?: string | undefined };

/** What the shop says about the fields that the form has; a word about a part of a field is one about the field. */
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

/** Moves the focus to the first field that is not right; false when each one is. */
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
  /** The thing to change as it was read; without it a new one is made. */
  thing: Thing | undefined;
  /** The names of the fields in the order in which they stand. */
  fields: readonly Field[];
  /** What fields show now: a word about one of them goes as soon as that changes. */
  shown?: Shown<Field>;
  /** What is in the form now. */
  draft: Draft;
  toDraft: (thing: Thing | undefined) => Draft;
  /** Puts something else into the form. */
  show: (draft: Draft) => void;
  /** Saves; `version` is the thing as it was last read, whose change by somebody else is not to be overwritten. */
  send: (draft: Draft, version: Thing | undefined) => Promise<Saved<Thing>>;
  onSaved: (message: string, thing: Thing) => void;
}

/**
 * The way of a form of the catalogue: sent once at a time, refusals said at their fields or above them, and the
 * question of whose changes stay when somebody else was quicker. What is in the form survives each of them.
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
    // The list behind the form is older than what the shop has just said.
    if (error.code === 'CHANGED_MEANWHILE' || error.code === 'NOT_FOUND') changed();
    const found = toConflict<Thing>(error);
    setConflict(found);
    if (found === null && !refuse(toFieldErrors(error, fields))) setProblem(error.message);
  }

  return {
    form,
    isBusy,
    issues,
    /** What is wrong with no field in particular; empty when nothing is. */
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
