import { type ReactNode, useRef, useState } from 'react';
import { Controller, type FieldPath, type FieldValues, type PathValue } from 'react-hook-form';
import type { Outcome } from '#web/api/client.ts';
import { type ApiFormOptions, useApiForm } from '#web/forms/use-api-form.ts';
import { useCatalogueInvalidation } from './catalogue-queries.ts';
import { type Conflict, isSame, keepMine, toConflict } from './conflict.ts';

interface AdminFormOptions<Item, Values extends FieldValues> {
  /** The record to update, as last read; undefined creates a new one. */
  item: Item | undefined;
  toValues: (item: Item | undefined) => Values;
  loadSchema: ApiFormOptions<Values, unknown>['loadSchema'];
  /**
   * API input of the form. `version` is the record as last read, sent along so that the server rejects the write if
   * it has changed since.
   */
  toInput: (values: Values, version: Item | undefined) => FieldValues;
  send: (values: Values, version: Item | undefined) => Promise<Outcome<{ message: string; data: Item }>>;
  onSaved: (message: string, item: Item) => void;
  /** Called with values that replace the entered ones, for components with their own state, such as images. */
  onReset?: (values: Values) => void;
}

/**
 * Form of a catalogue record. When another admin has changed the record, offers to take their version or to save the
 * fields edited here on top of it. Entered values survive every error.
 */
export function useAdminForm<Item extends { _id: string; updatedAt: string }, Values extends FieldValues>(
  options: AdminFormOptions<Item, Values>,
) {
  const { toValues, loadSchema, toInput, send, onSaved, onReset } = options;
  // A ref: 'Keep mine' sends with a newer version within the same render.
  const version = useRef(options.item);
  const [conflict, setConflict] = useState<Conflict<Item> | null>(null);
  const { changed } = useCatalogueInvalidation();
  const form = useApiForm<Values, { message: string; data: Item }>({
    defaultValues: toValues(options.item),
    loadSchema,
    toInput: (values) => toInput(values, version.current),
    send: (values) => send(values, version.current),
    onSuccess({ message, data }) {
      changed();
      onSaved(message, data);
    },
    onError(error) {
      // The list behind the form is older than this response.
      if (error.code === 'CHANGED_MEANWHILE' || error.code === 'NOT_FOUND') changed();
      const found = toConflict<Item>(error);
      setConflict(found);
      return found !== null;
    },
  });

  /** Replaces the saved values by those of the other admin. */
  function reset(current: Item): Values {
    const theirs = toValues(current);
    version.current = current;
    setConflict(null);
    form.reset(theirs);
    onReset?.(theirs);
    return theirs;
  }

  return {
    ...form,
    /** For components that are not inputs: sets a value and validates it again after a submission. */
    change<Name extends FieldPath<Values>>(name: Name, value: PathValue<Values, Name>) {
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    },
    conflict,
    decideLater: () => setConflict(null),
    /** Discards the changes of this form. */
    takeTheirs() {
      if (conflict !== null) reset(conflict.current);
    },
    /** Saves the fields edited here on top of their changes. */
    keepMine() {
      if (conflict === null) return;
      const [before, mine] = [toValues(version.current), form.getValues()];
      const theirs = reset(conflict.current);
      const merged = keepMine(before, mine, theirs);
      for (const name of Object.keys(merged) as FieldPath<Values>[]) {
        if (!isSame(merged[name], theirs[name])) form.setValue(name, merged[name], { shouldDirty: true });
      }
      onReset?.(merged);
      void form.submit();
    },
  };
}
interface FormControlProps<Values extends FieldValues> {
  form: Pick<ReturnType<typeof useApiForm<Values, unknown>>, 'control'>;
  name: FieldPath<Values>;
  children: ReactNode;
}

/** Registers a component that is not an input: it is focused if it is the first invalid one. */
export function FormControl<Values extends FieldValues>({ form, name, children }: FormControlProps<Values>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <div
          ref={(box) =>
            field.ref(box && { focus: () => box.querySelector<HTMLElement>(`[name="${name}"]`)?.focus() })
          }
        >
          {children}
        </div>
      )}
    />
  );
}
