import { AppError } from '#contract/errors.ts';
import type { ImageFormat, ImageWidth } from '#contract/rules/image.ts';
import type { Context } from '../../context.ts';
import { waitingLine } from '../../waiting-line.ts';
import { encodeVariant } from './encode.ts';
import { selectDrawing } from './image.queries.ts';

/** Draws a picture of the demo catalogue as SVG text. */
export type DrawPicture = (drawing: unknown) => string;

/** One encoding of a picture. */
export interface VariantName {
  hash: string;
  width: ImageWidth;
  format: ImageFormat;
}

const inTurn = waitingLine({ maximumAtOnce: 2 });
const underway = new Map<string, Promise<Buffer>>();

/** The bytes of a picture. Those of the demo catalogue are drawn when first asked for. Throws NOT_FOUND. */
export async function getImage(context: Context, variant: VariantName): Promise<Buffer> {
  const key = `${variant.hash}/${variant.width}.${variant.format}`;
  const stored = await context.images.find(key);
  if (stored !== null) return stored;
  // A page asks for one picture many times over before the first answer: it is drawn once.
  const drawing = underway.get(key) ?? drawOnce(context, variant, key);
  underway.set(key, drawing);
  try {
    return await drawing;
  } finally {
    underway.delete(key);
  }
}

async function drawOnce(
  context: Context,
  { hash, width, format }: VariantName,
  key: string,
): Promise<Buffer> {
  const drawing = await selectDrawing(context.sql, hash);
  if (drawing === null) throw new AppError('NOT_FOUND', { message: 'There is no such picture.' });
  return inTurn(async () => {
    const bytes = await encodeVariant(Buffer.from(context.drawPicture(drawing)), width, format);
    await context.images.put(key, bytes);
    return bytes;
  });
}
