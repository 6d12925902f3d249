import { AppError } from '#contract/base/errors.ts';
import type { IconFile } from '#contract/images/image.ts';
import type { PublicBranding } from '#contract/store/branding.ts';
import { textColourOn, toBrandColours } from '#contract/store/colour.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { findPrintFont } from '#contract/tax/print-fonts.ts';
import type { Context, ShopIdentity } from '#server/http/context.ts';
import { getDrawnIcon, type Initial } from '#server/images/image.service.ts';
import { currentSettings } from './settings.service.ts';

const original = { logo: null, colour: '' };

/** Logo and colours for emails and documents, of those that are set. */
export function toLook({ branding }: StoreSettings): Pick<ShopIdentity, 'logo' | 'colours'> {
  const { logo, colour } = branding ?? original;
  return { ...(logo !== null && { logo }), ...(colour !== '' && { colours: toBrandColours(colour) }) };
}

/** What pages show. Undefined for a store with the original look. */
export function toPublicBranding(settings: StoreSettings): PublicBranding | undefined {
  const look = toLook(settings);
  if (look.logo === undefined && look.colours === undefined) return undefined;
  const icons = toIconsPath(settings);
  return { ...look, ...(icons !== null && { icons }) };
}

/**
 * The path of the icons: those of the logo, or of the initial of the name on the colour. Null if that initial
 * cannot be drawn: the store keeps the original icons.
 */
function toIconsPath(settings: StoreSettings): string | null {
  const { logo } = settings.branding ?? original;
  if (logo !== null) return logo.url.slice(0, logo.url.lastIndexOf('/'));
  const initial = toInitial(settings);
  return initial === null ? null : `/icons/${toInitialName(initial)}`;
}

/** The first character of a name, as a capital, that the fonts of documents can draw; null if there is none. */
function findInitial(name: string): string | null {
  for (const { segment } of new Intl.Segmenter('en').segment(name.normalize('NFC'))) {
    const initial = segment.toLocaleUpperCase('en');
    if (/^[\p{L}\p{N}]/u.test(initial) && [...initial].every((each) => findPrintFont(each) !== null))
      return initial;
  }
  return null;
}

function toInitial({ branding, identity }: StoreSettings): Initial | null {
  const { colour } = branding ?? original;
  const text = colour === '' ? null : findInitial(identity.name);
  return text === null ? null : { text, ground: colour, ink: textColourOn(colour) };
}

/** Such as `0d7435-54` for a T: another initial or colour has another address. */
function toInitialName({ text, ground }: Initial): string {
  const codes = [...text].map((character) => character.codePointAt(0)?.toString(16));
  return [ground.slice(1), ...codes].join('-');
}

/** Returns an icon with the initial of the store. Throws NOT_FOUND for a name that is not the present one. */
export async function getInitialIcon(context: Context, name: string, file: IconFile): Promise<Buffer> {
  const { settings } = await currentSettings(context);
  const initial = toInitial(settings);
  if (initial === null || toInitialName(initial) !== name)
    throw new AppError('NOT_FOUND', { message: 'Picture not found.' });
  return getDrawnIcon(initial, file);
}
