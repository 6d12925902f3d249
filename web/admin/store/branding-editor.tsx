import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import {
  colourPattern,
  contrastOnPage,
  contrastRatio,
  textContrast,
  toBrandColours,
} from '#contract/store/colour.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { Edited } from '#web/admin/form-parts.tsx';
import { ImageField } from '#web/admin/images/image-field.tsx';
import { useImages } from '#web/admin/images/use-images.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Basket, LogoAndName, toBrandStyle } from '#web/ui/store-logo.tsx';
import { settingsTexts } from './settings-texts.ts';

type Branding = NonNullable<StoreSettings['branding']>;
type Logo = NonNullable<Branding['logo']>;

const original: Branding = { logo: null, colour: '' };
const originalGreen = '#0d7435';
/** As in tokens.css, where the saved colour of the store has replaced them on the whole page. */
const originalStyle: Record<`--${string}`, string> = {
  '--color-leaf': 'light-dark(#0d7435,#5edb81)',
  '--background-color-leaf': 'light-dark(#0d7435,#5edb81)',
  '--color-on-leaf': 'light-dark(#ffffff,#051b0e)',
  '--leaf-edge': 'none',
};

interface BrandingEditorProps extends Edited<StoreSettings['branding']> {
  /** The name of the store. */
  name: string;
}

/** Logo and colour of the store. */
export function BrandingEditor({ name, value: given, errorOf, onChange }: BrandingEditorProps) {
  const texts = settingsTexts.branding.fields;
  const value = given ?? original;
  const latest = useRef(value);
  const colourInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    latest.current = value;
  });
  const change = (changed: Partial<Branding>) => {
    const { logo, colour } = { ...latest.current, ...changed };
    // As a store that never had its own look.
    onChange(logo === null && colour === '' ? undefined : { logo, colour });
  };
  const colour = value.colour.trim().toLowerCase();
  return (
    <>
      <LogoField
        name={name}
        label={texts.logo.label}
        hint={texts.logo.hint}
        logo={value.logo}
        error={errorOf('logo')}
        onChange={(logo) => change({ logo })}
      />
      <div className="flex max-w-lg items-start gap-3">
        <Field
          ref={colourInput}
          label={texts.colour.label}
          hint={texts.colour.hint}
          className="min-w-0 flex-1"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={originalGreen}
          maxLength={20}
          value={value.colour}
          error={errorOf('colour')}
          onChange={({ target }) => change({ colour: target.value })}
        />
        <input
          type="color"
          aria-label="Choose a colour"
          title="Choose a colour"
          className="mt-6 h-11 w-14 flex-none cursor-pointer rounded-md border border-line bg-surface p-1"
          value={colourPattern.test(colour) ? colour : originalGreen}
          onChange={({ target }) => change({ colour: target.value })}
        />
      </div>
      {value.colour !== '' && (
        <Button
          variant="secondary"
          onClick={() => {
            change({ colour: '' });
            // The button disappears.
            colourInput.current?.focus();
          }}
        >
          Use the original green
        </Button>
      )}
      <div role="status">{colourPattern.test(colour) && <ContrastTexts colour={colour} />}</div>
    </>
  );
}

interface LogoFieldProps {
  name: string;
  label: string;
  hint: string;
  logo: Logo | null;
  error: string | undefined;
  onChange: (logo: Logo | null) => void;
}

function LogoField({ name, label, hint, logo, error, onChange }: LogoFieldProps) {
  const images = useImages({ initial: logo === null ? [] : [logo.url], maximum: 1 });
  const { reset } = images;
  const uploadedUrl = images.urls[0] ?? '';
  const draftUrl = logo?.url ?? '';
  /** The image that the field and the draft had in common last. */
  const shared = useRef(draftUrl);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  useEffect(() => {
    if (uploadedUrl === shared.current) return;
    shared.current = uploadedUrl;
    if (uploadedUrl === '') return report.current(null);
    void measureImage(uploadedUrl).then((size) => {
      if (shared.current === uploadedUrl) report.current({ url: uploadedUrl, ...size });
    });
  }, [uploadedUrl]);
  // The change was discarded, or another administrator's was taken over.
  useEffect(() => {
    if (draftUrl === shared.current) return;
    shared.current = draftUrl;
    reset(draftUrl === '' ? [] : [draftUrl]);
  }, [draftUrl, reset]);
  // Until the draft has the image, too.
  const isUploading = images.isUploading || uploadedUrl !== draftUrl;
  return (
    <ImageField label={label} subject={name} images={{ ...images, isUploading }} hint={hint} error={error} />
  );
}

/** The size of an uploaded image, whose proportions those of its variants are. */
async function measureImage(url: string): Promise<{ width: number; height: number }> {
  const image = Object.assign(new Image(), { src: url });
  // An image that cannot be shown is reported by the field.
  await image.decode().catch(() => undefined);
  return { width: image.naturalWidth || 1, height: image.naturalHeight || 1 };
}

const format = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`;

/** How the colour can be read, in words. */
function ContrastTexts({ colour }: { colour: string }) {
  const { onFill, text } = toBrandColours(colour);
  const onPage = contrastOnPage(colour);
  return (
    <ul className="max-w-lg list-disc space-y-1 pl-5 text-sm">
      <li>
        Buttons: {onFill === '#ffffff' ? 'white' : 'black'} text on this colour, contrast{' '}
        {format(contrastRatio(colour, onFill))}. At least {textContrast} : 1 is needed.
      </li>
      <li>
        {onPage >= textContrast
          ? `Links and small text: this colour can be read on white, contrast ${format(onPage)}.`
          : `Links and small text: this colour is too light for white, contrast ${format(onPage)}. They have the darker shade ${text.light}.`}
      </li>
      {text.dark !== colour && (
        <li>On dark pages, links and small text have the lighter shade {text.dark}.</li>
      )}
    </ul>
  );
}

/** Header, button and link of the shop in both themes. */
export function BrandingPreview({ settings: { identity, branding } }: { settings: StoreSettings }) {
  const { logo, colour: typed } = branding ?? original;
  const colour = typed.trim().toLowerCase();
  const brandStyle = colourPattern.test(colour) ? toBrandStyle(toBrandColours(colour)) : undefined;
  const initial = brandStyle && /[\p{L}\p{N}]/u.exec(identity.name)?.[0];
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-1">
      {themes.map(({ title, schemeClass, colours }) => (
        <figure key={title}>
          <figcaption className="mb-1 text-sm">{title}</figcaption>
          <div
            style={{ ...colours, ...originalStyle, ...brandStyle }}
            className={`${schemeClass} space-y-3 rounded-md border border-line bg-canvas p-3 text-ink`}
          >
            <div className="flex min-w-0 items-center gap-2">
              <LogoAndName
                name={identity.name}
                logo={logo ?? undefined}
                mark={initial === undefined ? <Basket /> : <Initial letter={initial.toUpperCase()} />}
                nameClass="truncate"
              />
            </div>
            <p className="flex flex-wrap items-center gap-3">
              <span className={buttonClass()}>Proceed</span>
              <span className="font-semibold text-leaf underline underline-offset-4">View cart</span>
            </p>
          </div>
        </figure>
      ))}
    </div>
  );
}

/** With the colours of tokens.css, which the build resolves for the whole page. */
const themes = [
  {
    title: 'Light theme',
    schemeClass: 'scheme-light',
    colours: { '--color-canvas': '#fcfaf4', '--color-ink': '#12241a', '--color-line': '#e0e0d7' },
  },
  {
    title: 'Dark theme',
    schemeClass: 'scheme-dark',
    colours: { '--color-canvas': '#0f1612', '--color-ink': '#f0f1e9', '--color-line': '#323c36' },
  },
] as const;

/** As the icon that the server draws. */
function Initial({ letter }: { letter: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-8 flex-none items-center justify-center rounded-sm bg-leaf font-bold text-on-leaf"
    >
      {letter}
    </span>
  );
}

/** Shows name, logo and colour in this tab once they are saved; pages do not read the store again otherwise. */
export function useNewLook({ identity, branding }: StoreSettings): void {
  const { revalidate } = useRevalidator();
  const look = JSON.stringify([identity.name, branding]);
  const shown = useRef(look);
  useEffect(() => {
    if (shown.current === look) return;
    shown.current = look;
    void revalidate();
  }, [look, revalidate]);
}
