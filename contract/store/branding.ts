import { z } from 'zod';
import { uploadedImageUrl } from '#contract/images/upload.ts';
import { colourPattern } from './colour.ts';

const pixels = z.int('Upload a picture.').min(1, 'Upload a picture.').max(10_000, 'Upload a picture.');

/** An uploaded image, with the proportions in which pages reserve its space. */
const logo = z.strictObject({ url: uploadedImageUrl, width: pixels, height: pixels });
export type StoreLogo = z.output<typeof logo>;

/** The look of the store, in header, emails, documents and icons. */
export const branding = z.strictObject({
  /** Null: the mark of the software with the name. */
  logo: logo.nullable(),
  /** Replaces the green of buttons and links (`contract/store/colour.ts`); empty for that green. */
  colour: z
    .string('Enter a colour such as #0d7435.')
    .overwrite((typed) => typed.trim().toLowerCase())
    .refine((typed) => typed === '' || colourPattern.test(typed), 'Enter a colour such as #0d7435.'),
});

const colour = z.string().regex(colourPattern);
const themed = z.object({ light: colour, dark: colour });

/** What pages show of it. */
export const publicBranding = z
  .object({
    logo: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }).optional(),
    /** See `BrandColours`. */
    colours: z
      .object({
        fill: colour,
        fillHover: colour,
        onFill: colour,
        text: themed,
        soft: themed,
        edge: z.object({ light: z.string(), dark: z.string() }),
      })
      .optional(),
    /** The path of the icons without the name of a file (`iconFiles`). It changes with what they show. */
    icons: z.string().optional(),
  })
  .meta({ id: 'StoreBranding' });
export type PublicBranding = z.output<typeof publicBranding>;
