import type { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type { ErrorCode, InputIssue } from '#contract/base/errors.ts';
import { type ApiError, connectionError } from '#web/api/api-error.ts';
import type { Outcome } from '#web/api/client.ts';
import { actions, firstEvent } from '#web/ui/lazy.tsx';

/** A Standard Schema, such as the input of an endpoint. */
export type InputSchema = Parameters<typeof standardSchemaResolver>[0];

export interface ApiFormOptions<Values extends FieldValues, Answer> {
  /** The first values. Their order is the order of the fields on the page: it decides which one gets the focus. */
  defaultValues: Values;
  /** Values that arrive later, such as from a query. Fields that were edited keep what was typed. */
  values?: Values | undefined;
  /** Imports the input schema of the endpoint: lazily, because zod must not be in a first-load chunk. */
  loadSchema: () => Promise<InputSchema>;
  /** Converts the values to the input that the schema validates. The names of the fields stay the same. */
  toInput?: (values: Values) => FieldValues;
  /** The path in the form of an issue of the input, where it is not the field that the path starts with. */
  toFieldPath?: (path: string, values: Values) => string | undefined;
  send: (values: Values) => Promise<Outcome<Answer>>;
  onSuccess: (answer: Answer, values: Values) => unknown;
  /** Returns true when it has handled the error, which is then not shown in the form. */
  onError?: (error: ApiError, values: Values) => boolean;
  /** Errors other than INVALID_INPUT that belong to one field, such as EMAIL_TAKEN. */
  fieldOfCode?: { [Code in ErrorCode]?: FieldPath<Values> };
  /** The text of an error that belongs to no field. */
  toErrorText?: (error: ApiError) => string;
}

/**
 * React Hook Form for an endpoint. The schema of the contract validates, so limits and messages are not copied; if it
 * cannot be loaded, the server validates alone. Issues of the server are shown at their fields, and as the
 * error of the form where no field shows them. The first invalid field gets the focus. While a submission runs, another
 * one is ignored.
 */
export function useApiForm<Values extends FieldValues, Answer>(options: ApiFormOptions<Values, Answer>) {
  const { defaultValues, values, loadSchema, send, onSuccess, onError, fieldOfCode } = options;
  const { toInput = (typed) => typed, toErrorText = (error) => error.message } = options;

  const names = Object.keys(defaultValues) as FieldPath<Values>[];
  const toErrors = (issues: readonly InputIssue[], typed: Values) =>
    toFieldErrors(issues, (path) => options.toFieldPath?.(path, typed) ?? toFieldName(path, names));

  const load = () => Promise.all([loadSchema(), import('@hookform/resolvers')]);
  const resolver: Resolver<Values> = async (given, _context, settings) => {
    const loaded = await load().catch(() => null);
    // After the schema is loaded, so that corrections during the load are validated and sent.
    const typed = withoutNull(given, defaultValues);
    if (loaded === null) return { values: typed, errors: {} };
    const [schema, { toNestErrors }] = loaded;
    const { issues } = await schema['~standard'].validate(toInput(typed));
    if (issues === undefined) return { values: typed, errors: {} };
    const found = toErrors(issues.map(toInputIssue), typed);
    const errors = [...found].map(([path, message]) => [path, { type: 'schema', message }]);
    return { values: {}, errors: toNestErrors<Values>(Object.fromEntries(errors), settings) };
  };

  const form = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    ...(values !== undefined && { values, resetOptions: { keepDirtyValues: true } }),
    resolver,
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const registeredNames = useRef(new Set<FieldPath<Values>>());
  const [isUsed, setIsUsed] = useState(false);

  /** Takes over values that were filled in without an event, as some browsers and password managers do. */
  function readFilledValues({ elements }: HTMLFormElement) {
    for (const name of registeredNames.current) {
      const input = elements.namedItem(name);
      if (!(input instanceof HTMLInputElement) || input.value === String(form.getValues(name) ?? ''))
        continue;
      form.setValue(name, input.value as never, { shouldDirty: true });
    }
  }

  function showError(error: ApiError, submitted: Values) {
    const found = toErrors(error.issues, submitted);
    const field = fieldOfCode?.[error.code as ErrorCode];
    if (field !== undefined) found.set(field, error.message);
    const invalid = names.filter((name) => [...found.keys()].some((path) => isWithin(path, name)));
    for (const [path, message] of found) {
      if (!invalid.some((name) => isWithin(path, name))) continue;
      form.setError(
        path as FieldPath<Values>,
        { type: 'server', message },
        { shouldFocus: path === invalid[0] },
      );
    }
    if (invalid.length === 0) form.setError('root', { type: 'server', message: toErrorText(error) });
  }

  const submit = form.handleSubmit(async (submitted) => {
    const outcome = await send(submitted as Values).catch(toFailure);
    if (outcome.isOk) await onSuccess(outcome.response, submitted as Values);
    else if (!onError?.(outcome.error, submitted as Values)) showError(outcome.error, submitted as Values);
  });

  // After the errors have been rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each submission, not when a field is validated
  useEffect(() => {
    const { root, ...ofFields } = errors;
    const message = firstMessage(ofFields);
    if (submitCount === 0 || message === undefined) return;
    if (!focusInvalid(element.current) && root === undefined)
      form.setError('root', { type: 'unseen', message });
  }, [submitCount]);

  function errorOf(name: FieldPath<Values>): string | undefined {
    const error: { message?: unknown } | undefined = get(errors, name);
    return typeof error?.message === 'string' ? error.message : undefined;
  }

  return {
    ...form,
    /** For the `<form>`. A native submission before hydration must not put a password into the address. */
    formProps: {
      ref: element,
      method: 'post',
      noValidate: true,
      // The schema is loaded while the first field is edited.
      onFocus: () => void load().catch(() => {}),
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        // A form in a dialog is a child of the page in React's tree; the page's own form must not be submitted.
        event.stopPropagation();
        if (isSubmitting) return;
        readFilledValues(event.currentTarget);
        void submit(event);
      },
    },
    /** For a `Field`: name, handlers and the error. The input is uncontrolled. */
    fieldProps(name: FieldPath<Values>) {
      const { ref, ...registered } = form.register(name);
      return {
        ...registered,
        ref(input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null) {
          // A browser reveals a password that it has filled in at the first use. The registration would delete it
          // before that.
          if (!isUsed && input?.value === '' && input.matches(':is(:autofill)')) {
            void firstEvent(actions).then(() => flushSync(() => setIsUsed(true)));
            return;
          }
          // What was typed or filled in by the browser before the code was there would be replaced by the default.
          // Later the value of the form wins: `reset` registers every input again.
          if (input !== null && !registeredNames.current.has(name)) {
            registeredNames.current.add(name);
            // Before the registration, which writes the value of the form to the input: the same text keeps the cursor.
            // A list of choices starts with none.
            if (input.value !== ('defaultValue' in input ? input.defaultValue : '')) {
              form.setValue(name, input.value as never, { shouldDirty: true });
            }
          }
          ref(input);
        },
        error: errorOf(name),
      };
    },
    /** Replaces all values. Without the option React Hook Form applies `resetOptions` and keeps edited fields. */
    reset: (replacement?: Values) => form.reset(replacement, { keepDirtyValues: false }),
    errorOf,
    /** The error that belongs to no field; empty if there is none. */
    error: errors.root?.message ?? '',
    isBusy: isSubmitting,
    submit: () => submit(),
  };
}

export type ApiForm = ReturnType<typeof useApiForm>;

/** React Hook Form reads null from a group of radio buttons none of which is chosen. Its default is a text. */
function withoutNull<Values extends FieldValues>(typed: Values, defaults: Values): Values {
  const replaced = Object.entries(typed).map(([name, value]) => [
    name,
    value === null && typeof defaults[name] === 'string' ? defaults[name] : value,
  ]);
  return Object.fromEntries(replaced) as Values;
}

/** A submission that threw, such as because its code could not be loaded. */
function toFailure(error: unknown): Outcome<never> {
  console.error(error);
  return { isOk: false, error: connectionError(navigator.onLine ? 'UNREADABLE' : 'OFFLINE') };
}

/**
 * Moves the focus to the first invalid field of a form, unless one has it, and opens the part that hides it. Returns
 * false if no field shows an error.
 */
export function focusInvalid(form: HTMLFormElement | null): boolean {
  const [first, ...others] =
    form?.querySelectorAll<HTMLElement>('[aria-invalid=true], [data-invalid=true] button') ?? [];
  if (first === undefined) return false;
  first.closest('details')?.setAttribute('open', '');
  if (![first, ...others].some((field) => field === document.activeElement)) first.focus();
  return true;
}

/** The first message among the errors of React Hook Form, which are nested like the values. */
function firstMessage(errors: object): string | undefined {
  for (const error of Object.values(errors)) {
    if (typeof error !== 'object' || error === null) continue;
    const message = 'type' in error ? error.message : firstMessage(error);
    if (typeof message === 'string' && message !== '') return message;
  }
  return undefined;
}

/** The first issue of each field, by its path in the form. */
export function toFieldErrors(
  issues: readonly InputIssue[],
  toFieldPath: (path: string) => string,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of issues) {
    const fieldPath = toFieldPath(path);
    if (!found.has(fieldPath)) found.set(fieldPath, message);
  }
  return found;
}

/** The field of an issue: an issue of a part, such as `image.0`, belongs to its field. */
export function toFieldName(path: string, names: readonly string[]): string {
  return names.find((name) => isWithin(path, name)) ?? path;
}

function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}

/** An issue of a Standard Schema as the API reports it. */
function toInputIssue({ path = [], message }: SchemaIssue): InputIssue {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return { path: keys.join('.'), message };
}

interface SchemaIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}
