import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDateTime } from '#web/base/time.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { focusInvalid } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { type SettingsSectionId, settingsTexts } from './settings-texts.ts';
import { findSection, type SettingsForm } from './use-settings.ts';

/** The state of a navigation within the settings: what gets the focus, a field by its label or the heading. */
export interface SettingsTarget {
  focus: { field: string | undefined };
}

const isTarget = (state: unknown): state is SettingsTarget =>
  typeof state === 'object' && state !== null && 'focus' in state;

interface SettingsSectionProps {
  id: SettingsSectionId;
  settings: SettingsForm;
  preview: ReactNode;
  children: ReactNode;
}

/** A section as a separate form, with its preview beside it and the bar that saves it. */
export function SettingsSection({ id, settings, preview, children }: SettingsSectionProps) {
  const formId = useId();
  const section = useRef<HTMLElement>(null);
  const { key, state } = useLocation();
  const { title, keys } = settingsTexts[id];
  const isSaved = keys.length > 0;
  const failure = settings.failureOf(id);
  const isChanged = settings.changedIds.includes(id);
  const others = settings.changedIds.filter((each) => each !== id);
  const { changedAt } = settings.stored;
  const heading = () => section.current?.querySelector<HTMLElement>('h2') ?? null;

  // After the errors have been rendered.
  useEffect(() => {
    if (failure !== undefined) focusInvalid(section.current?.querySelector('form') ?? null);
  }, [failure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation
  useEffect(() => {
    if (!isTarget(state) || section.current === null) return;
    const { field } = state.focus;
    const control = field === undefined ? null : findControl(section.current, field);
    (control ?? heading())?.focus();
    if (control !== null) highlight(control);
  }, [key]);

  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={`${formId}-title`}
      className="min-w-0 scroll-mt-4 md:scroll-mt-64"
    >
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_17rem] xl:items-start">
        <div className="min-w-0 space-y-3 rounded-lg border border-line bg-surface p-3 sm:p-4">
          <h2 id={`${formId}-title`} tabIndex={-1} className="w-fit text-lg">
            {title}
          </h2>
          {isSaved ? (
            <form
              id={formId}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                void settings.save(id);
              }}
              className="min-w-0 space-y-3"
            >
              <Failure id={id} settings={settings} />
              {children}
            </form>
          ) : (
            children
          )}
        </div>
        {preview !== null && (
          <aside
            aria-label={`Preview of ${title}`}
            className="min-w-0 space-y-2 rounded-lg bg-leaf-soft p-4 xl:sticky xl:top-[calc(var(--header-stuck)+1.5rem)]"
          >
            <h3 className="text-sm font-semibold">Preview</h3>
            {preview}
          </aside>
        )}
      </div>
      {isSaved && (
        <div
          data-bottom-bar="tall"
          className="sticky bottom-(--bottom-bar-height) z-10 mt-4 flex flex-wrap items-center justify-end gap-x-2 gap-y-1 border-t border-line bg-canvas py-2 short:static"
        >
          <p role="status" className={`mr-auto text-sm ${isChanged ? 'font-semibold' : 'text-ink-soft'}`}>
            {isChanged
              ? 'Unsaved changes'
              : changedAt !== null && `Last changed ${formatDateTime(changedAt)}`}
          </p>
          {others.length > 0 && (
            <p className="mr-auto text-sm">
              Unsaved too:{' '}
              {others.map((other, index) => (
                <Fragment key={other}>
                  {index > 0 && ', '}
                  <SectionLink id={other} />
                </Fragment>
              ))}
            </p>
          )}
          {isChanged && (
            <Button
              variant="quiet"
              disabled={settings.busyId !== null}
              onClick={() => {
                settings.discard(id);
                // The button disappears.
                heading()?.focus();
              }}
            >
              Discard
            </Button>
          )}
          <Button type="submit" form={formId} isBusy={settings.busyId === id}>
            Save
          </Button>
        </div>
      )}
    </section>
  );
}

/** Why the section was not saved, and what can be done about it. */
function Failure({ id, settings }: Pick<SettingsSectionProps, 'id' | 'settings'>) {
  const failure = settings.failureOf(id);
  if (failure === undefined) return null;
  const { message, issues, theirs } = failure;
  const other = [...issues].find(([path]) => ![undefined, id].includes(findSection(path)));
  const otherId = other && findSection(other[0]);
  return (
    <>
      <FormAlert>{other?.[1] ?? message}</FormAlert>
      {otherId !== undefined && (
        <p className="text-sm">
          Change it in <SectionLink id={otherId} />.
        </p>
      )}
      {theirs !== undefined && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => settings.discard(id)}>
            Load theirs, discard mine
          </Button>
          <Button variant="secondary" onClick={() => void settings.save(id, theirs)}>
            Save mine over theirs
          </Button>
        </div>
      )}
    </>
  );
}

/** Opens a section of the settings, whose heading gets the focus. */
export function SectionLink({ id }: { id: SettingsSectionId }) {
  const target: SettingsTarget = { focus: { field: undefined } };
  return (
    <Link to={{ hash: id }} state={target} className="font-semibold underline underline-offset-4">
      {settingsTexts[id].title}
    </Link>
  );
}

/** The first input of the field with a label, or of the group with it. */
function findControl(section: HTMLElement, label: string): HTMLElement | null {
  const labels = [...section.querySelectorAll<HTMLElement>('form label, form legend')];
  const textOf = (element: HTMLElement) => element.textContent.trim();
  const found =
    labels.find((each) => textOf(each) === label) ?? labels.find((each) => textOf(each).startsWith(label));
  if (found instanceof HTMLLabelElement) return found.control;
  return found?.parentElement?.querySelector<HTMLElement>('input, select, textarea, button') ?? null;
}

const highlightMs = 2500;

/** Marks a field for a while, without motion. */
function highlight(control: HTMLElement): void {
  const field = control.closest('fieldset') ?? control.parentElement;
  const marked = {
    backgroundColor: 'var(--color-marigold-soft)',
    boxShadow: '0 0 0 0.375rem var(--color-marigold-soft)',
  };
  field?.animate([marked, marked], { duration: highlightMs });
  control.scrollIntoView({ block: 'center' });
}
