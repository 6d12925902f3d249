import { useRef, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { useCatalogueChanges } from './catalogue.ts';
import { type Conflict, conflictOf, isSame, keepMine } from './changed-meanwhile.ts';
import { type FormIssues, focusFirstIssue, issuesOf } from './form-issues.ts';

interface Versioned {
  _id: string;
  updatedAt: string;
}

type Saved<Thing> =
  | { isOk: true; answer: { message: string; data: Thing } }
  | { isOk: false; error: ApiError };

type Shown<Field extends string> = { [Name in Field]?: unknown };

interface UpkeepFormOptions<Thing, Draft extends object, Field extends string> {
  /** The thing to change as it was read; without it a new one is made. */
  thing: Thing | undefined;
  /** The names of the fields in the order in which they stand. */
  fields: readonly Field[];
  /** What fields show now: a word about one of them goes as soon as that changes. */
  shown?: Shown<Field>;
  /** What is in the form now. */
  draft: Draft;
  draftOf: (thing: Thing | undefined) => Draft;
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
export function useUpkeepForm<Thing extends Versioned, Draft extends object, Field extends string>(
  options: UpkeepFormOptions<Thing, Draft, Field>,
) {
  const { thing, fields, draft, draftOf, show, send, onSaved } = options;
  const shown: Shown<Field> = options.shown ?? {};
  const form = useRef<HTMLFormElement>(null);
  const [version, setVersion] = useState(thing);
  const [isBusy, setIsBusy] = useState(false);
  const [issues, setIssues] = useState<FormIssues<Field>>({});
  const [problem, setProblem] = useState('');
  const [conflict, setConflict] = useState<Conflict<Thing> | null>(null);
  const { changed } = useCatalogueChanges();
  const [judged, setJudged] = useState(shown);
  const before = draftOf(version);
  if (!isSame(judged, shown)) {
    setJudged(shown);
    setIssues(withoutIssuesOf(issues, (field) => !isSame(judged[field], shown[field])));
  }

  function refuse(found: FormIssues<Field>): boolean {
    setIssues(found);
    return focusFirstIssue(form.current, fields, found);
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
    const found = conflictOf<Thing>(error);
    setConflict(found);
    if (found === null && !refuse(issuesOf(error, fields))) setProblem(error.message);
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
      show(draftOf(conflict.current));
    },
    keepMine() {
      if (conflict === null) return;
      const kept = keepMine(before, draft, draftOf(conflict.current));
      setConflict(null);
      setVersion(conflict.current);
      show(kept);
      void save(kept, conflict.current);
    },
  };
}

function withoutIssuesOf<Field extends string>(
  issues: FormIssues<Field>,
  isOutdated: (field: Field) => boolean,
): FormIssues<Field> {
  const left = { ...issues };
  for (const field in left) {
    if (isOutdated(field)) delete left[field];
  }
  return left;
}
