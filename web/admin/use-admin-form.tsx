import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Controller, type FieldPath, type FieldValues, type PathValue } from 'react-hook-form';
import type { Outcome } from '#web/api/client.ts';
import { type ApiFormOptions, type InputSchema, useApiForm } from '#web/forms/use-api-form.ts';
import { useCatalogueInvalidation } from './catalogue-queries.ts';
import { type Conflict, isSame, keepMine, toConflict } from './conflict-dialog.tsx';

/** The images of a field, as `useImages` returns them. */
interface FormImages {
  urls: readonly string[];
  /** Reason why the form cannot be submitted yet. */
  error: string | undefined;
  reset: (urls: readonly string[]) => void;
}

interface AdminFormOptions<Item, Values extends FieldValues> {
  /** The record to update, as last read; undefined creates a new one. */
  item: Item | undefined;
  toValues: (item: Item | undefined) => Values;
  loadSchema: () => Promise<InputSchema>;
  /**
   * API input of the form. `version` is the record as last read, sent along so that the server rejects the write if
   * it has changed since.
   */
  toInput: (values: Values, version: Item | undefined) => FieldValues;
  send: (values: Values, version: Item | undefined) => Promise<Outcome<{ message: string; data: Item }>>;
  onSaved: (message: string, item: Item) => void;
  toFieldPath?: ApiFormOptions<Values, unknown>['toFieldPath'];
  /** The images of the field `image`: it is invalid while an upload is pending. */
  images: FormImages;
  /** Unsaved values of an earlier visit, instead of those of `item`. */
  restored?: Values | undefined;
}

/** Accepts everything: the server validates alone. */
export const anyInput = {
  '~standard': { version: 1, vendor: 'tokri', validate: (value: unknown) => ({ value }) },
} as const;

/**
 * Form of a catalogue record. When another admin has changed the record, offers to take their version or to save the
 * fields edited here on top of it. Entered values survive every error.
 */
export function useAdminForm<
  Item extends { _id: string; updatedAt: string },
  Values extends FieldValues & { image: string | string[] },
>(options: AdminFormOptions<Item, Values>) {
  const { toValues, toInput, toFieldPath, send, onSaved, images, restored } = options;
  // A ref: 'Keep mine' sends with a newer version within the same render.
  const version = useRef(options.item);
  const [conflict, setConflict] = useState<Conflict<Item> | null>(null);
  const { changed } = useCatalogueInvalidation();
  const pending = images.error;
  const form = useApiForm<Values, { message: string; data: Item }>({
    defaultValues: restored ?? toValues(options.item),
    loadSchema,
    toInput: (values) => toInput(values, version.current),
    ...(toFieldPath !== undefined && { toFieldPath }),
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

  /** The schema of the endpoint, with an issue of the images while an upload is pending. */
  async function loadSchema(): Promise<InputSchema> {
    if (pending === undefined) return options.loadSchema();
    const schema: InputSchema = await options.loadSchema().catch(() => anyInput);
    const validate = async (value: unknown) => {
      const { issues = [] } = await schema['~standard'].validate(value);
      return { issues: [{ path: ['image'], message: pending }, ...issues] };
    };
    return { '~standard': { ...schema['~standard'], validate } };
  }

  /** Replaces the saved and the entered values. */
  function reset(item: Item | undefined): Values {
    const values = toValues(item);
    version.current = item;
    setConflict(null);
    form.reset(values);
    images.reset([values.image].flat().filter((url) => url !== ''));
    return values;
  }

  const { setValue, clearErrors } = form;
  const isSingle = !Array.isArray(form.getValues().image);
  const image = isSingle ? (images.urls[0] ?? '') : images.urls;
  const imageKey = JSON.stringify(image);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state of an upload clears the error as well
  useEffect(() => {
    setValue('image' as FieldPath<Values>, image as PathValue<Values, FieldPath<Values>>, {
      shouldDirty: true,
    });
    clearErrors('image' as FieldPath<Values>);
  }, [imageKey, pending, setValue, clearErrors]);

  const isChanged = !isSame(toValues(version.current), form.watch());
  return {
    ...form,
    /** For components that are not inputs: sets a value and validates it again after a submission. */
    change<Name extends FieldPath<Values>>(name: Name, value: PathValue<Values, Name>) {
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    },
    isChanged,
    /** Includes images that are still uploading or have failed. */
    isUnsaved: isChanged || pending !== undefined,
    /** The record that the form is based on. */
    version: version.current,
    /** Discards the changes of this form. */
    discard: () => void reset(version.current),
    /** Clears the form for another record. */
    empty: () => void reset(undefined),
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
      images.reset([merged.image].flat().filter((url) => url !== ''));
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
            field.ref(
              box && {
                focus: () => box.querySelector<HTMLElement>(`[aria-invalid=true], [name="${name}"]`)?.focus(),
              },
            )
          }
        >
          {children}
        </div>
      )}
    />
  );
}
