import { useQuery } from '@tanstack/react-query';
import { Fragment, useId, useRef, useState } from 'react';
import { parsePageText } from '#contract/store/page-text.ts';
import { findStorePage, storePageNames, storePageTitles } from '#contract/store/store-page-names.ts';
import type { StorePageVersion } from '#contract/store/store-pages.ts';
import { useDialogForm, useUnsavedChanges } from '#web/admin/dialog-form.tsx';
import { bindFields, CheckField } from '#web/admin/form-parts.tsx';
import { Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { PageText } from '#web/base/page-text.tsx';
import { formatDateTime } from '#web/base/time.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { toPageTemplate } from './page-templates.ts';

export const meta = staffMeta('Pages');

type PageName = StorePageVersion['page'];

/** `/dashboard/pages`: the texts of the store, with preview and history. */
export default function PagesPage() {
  const pages = useQuery({
    queryKey: ['store-pages'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listStorePages', {}, { signal })).data,
    // The form keeps the version that it started from; another one is a conflict that the server finds.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [name, setName] = useState<PageName>('terms');
  return (
    <>
      <PageHeading title="Pages" />
      <Loaded query={pages} subject="the pages">
        {(data) => {
          const page = data.pages.find((each) => each.page === name);
          return (
            page && (
              <PageForm
                key={name}
                initial={page}
                placeholders={data.placeholders}
                onSaved={() => void pages.refetch()}
                onChoose={setName}
              />
            )
          );
        }}
      </Loaded>
    </>
  );
}

interface PageFormProps {
  initial: StorePageVersion;
  placeholders: Record<string, string>;
  onSaved: () => void;
  /** Opens another page. */
  onChoose: (page: PageName) => void;
}

function PageForm({ initial, placeholders, onSaved, onChoose }: PageFormProps) {
  const [stored, setStored] = useState(initial);
  const form = useDialogForm({
    english: initial.english,
    hindi: initial.hindi,
    isPublished: initial.isPublished,
  });
  const englishInput = useRef<HTMLTextAreaElement>(null);
  const field = bindFields(form);
  const texts = { english: field('english'), hindi: field('hindi') };
  const { leave, question } = useUnsavedChanges(form.isChanged && !form.isBusy);
  const values = new Map(Object.entries(placeholders));

  const save = () =>
    form.save({
      send: async () => {
        const input = { page: stored.page, version: stored.version, ...form.value };
        const outcome = await callApi('updateStorePage', input);
        if (outcome.isOk) setStored(outcome.response.data);
        return outcome;
      },
      onSaved: (message) => {
        showToast('success', message);
        onSaved();
      },
    });

  return (
    <form
      noValidate
      className="max-w-3xl space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SelectField
        label="Page"
        choices={storePageNames.map((each) => [each, storePageTitles[each]] as const)}
        value={stored.page}
        onChange={({ target }) => {
          const chosen = findStorePage(target.value);
          if (chosen !== null) leave(() => onChoose(chosen));
        }}
      />
      <FormattingHelp values={values} />
      {form.value.english + form.value.hindi === '' && (
        <TemplateButton
          onStart={() => {
            form.onChange({ ...form.value, ...toPageTemplate(stored.page, values) });
            englishInput.current?.focus();
          }}
        />
      )}
      <TextArea
        ref={englishInput}
        label="English (optional)"
        rows={12}
        maxLength={20_000}
        {...texts.english}
        onChange={({ target }) => texts.english.onChange(target.value)}
      />
      <TextArea
        label="Hindi (optional)"
        rows={12}
        maxLength={20_000}
        lang="hi"
        {...texts.hindi}
        onChange={({ target }) => texts.hindi.onChange(target.value)}
      />
      <CheckField label="Published" hint="Linked in the footer." {...field('isPublished')} />
      <FormAlert>{form.message}</FormAlert>
      <Button type="submit" isBusy={form.isBusy}>
        Save
      </Button>
      {form.value.english !== '' && (
        <PagePreview title="Preview in English" text={form.value.english} values={values} />
      )}
      {form.value.hindi !== '' && (
        <PagePreview title="Preview in Hindi" text={form.value.hindi} values={values} />
      )}
      <PageHistory
        key={stored.version}
        page={stored.page}
        onChoose={(version) =>
          form.onChange({ ...form.value, english: version.english, hindi: version.hindi })
        }
      />
      {question}
    </form>
  );
}

const marks = [
  ['# Heading', 'A heading'],
  ['**bold**', <strong key="bold">bold</strong>],
  ['*italic*', <em key="italic">italic</em>],
  ['- Entry', 'An entry of a list'],
  ['[text](https://…)', 'A link'],
] as const;

/** What can be typed into the texts beside words. */
function FormattingHelp({ values }: { values: ReadonlyMap<string, string> }) {
  const shown = [...values].map(([name, value]) => [`{${name}}`, value || 'Not set'] as const);
  return (
    <details className="rounded-md border border-line bg-surface px-3 text-sm">
      <summary className="flex min-h-11 items-center font-semibold text-leaf">
        Formatting and placeholders
      </summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pb-3">
        {[...marks, ...shown].map(([typed, meaning]) => (
          <Fragment key={typed}>
            <dt className="font-mono">{typed}</dt>
            <dd className="wrap-anywhere text-ink-soft">{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

function TemplateButton({ onStart }: { onStart: () => void }) {
  const id = useId();
  return (
    <div className="space-y-1">
      <Button variant="secondary" aria-describedby={id} onClick={onStart}>
        Start from a template
      </Button>
      <p id={id} className="text-sm text-ink-soft">
        For stores in India, in both languages. Before you publish it, check that each sentence is true for
        your store.
      </p>
    </div>
  );
}

interface PagePreviewProps {
  title: string;
  text: string;
  values: ReadonlyMap<string, string>;
}

function PagePreview({ title, text, values }: PagePreviewProps) {
  const blocks = tryToParse(text, values);
  return (
    <section aria-label={title} className="space-y-3 border-t border-line pt-3">
      <p className="text-sm text-ink-soft">{title}</p>
      {blocks === null ? (
        <p className="text-sm text-danger">This is nested too deeply.</p>
      ) : (
        <PageText blocks={blocks} />
      )}
    </section>
  );
}

/** Null for a text that is nested too deeply, which the server refuses. */
function tryToParse(text: string, values: ReadonlyMap<string, string>) {
  try {
    return parsePageText(text, values);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

/** Puts the texts of a former version into the form. */
function PageHistory({ page, onChoose }: { page: PageName; onChoose: (version: StorePageVersion) => void }) {
  const { data } = useQuery({
    queryKey: ['store-page-versions', page],
    queryFn: async ({ signal }) => (await callApiOrThrow('listPageVersions', { page }, { signal })).data,
    gcTime: 0,
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <SelectField
      label="Use a former version"
      value=""
      choices={[
        ['', 'Choose'],
        ...data.map(
          ({ version, changedAt, changedBy }) =>
            [String(version), `${formatDateTime(changedAt ?? '')}, ${changedBy}`] as const,
        ),
      ]}
      onChange={({ target }) => {
        const chosen = data.find(({ version }) => String(version) === target.value);
        if (chosen !== undefined) onChoose(chosen);
      }}
    />
  );
}
