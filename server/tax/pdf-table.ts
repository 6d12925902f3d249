import { drawText, type TextStyle, textHeight } from './pdf-document.ts';

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 48 } as const;
export const contentWidth = page.width - 2 * page.margin;
/** Above the page number. */
export const bottom = page.height - page.margin - 24;

export const colours = {
  muted: '#505f55',
  brand: '#0d7435',
  danger: '#b3261e',
  rule: '#e0e0d7',
} as const;

const gap = 5;

/** `x` is the distance from the left margin. */
export interface Column {
  title: string;
  x: number;
  width: number;
  align: 'left' | 'right';
}

/** Paragraphs of one style each. */
export type Block = readonly (readonly [text: string, style: TextStyle])[];

/** Draws paragraphs below each other; returns the end. */
export function drawBlock(
  document: PDFKit.PDFDocument,
  block: Block,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  return block.reduce(
    (at, [text, style]) => at + drawText(document, text, { x, y: at, width }, style) + 2,
    y,
  );
}

/** The look of the store at the top of a document, of what is set. */
export interface DocumentLook {
  /** PNG. */
  logo?: Uint8Array;
  /** Of its name. */
  colour?: string;
}

const logoGap = 6;

/** Draws the logo within `width` and `height`, never enlarged; returns where the name follows. */
export function drawLogo(
  document: PDFKit.PDFDocument,
  { logo }: DocumentLook,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): number {
  if (logo === undefined) return y;
  const image = Buffer.from(logo);
  // The first chunk of a PNG has its size.
  const size = { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
  const scale = Math.min(1, width / size.width, height / size.height);
  document.image(image, x, y, { width: size.width * scale, height: size.height * scale });
  return y + size.height * scale + logoGap;
}

/** The box of the logo on A4, in points. */
export const logoBox = { width: 150, height: 48 } as const;

/** Draws rows with titles on each page; returns the end. */
export function drawTable(
  document: PDFKit.PDFDocument,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { y: top, size }: { y: number; size: number },
): number {
  const titles = columns.map(({ title }) => title);
  const drawTitles = (y: number) =>
    drawRow(document, columns, titles, y, { size, weight: 'bold', colour: colours.muted });
  const heightOf = (cells: readonly string[]) =>
    Math.max(...columns.map(({ width }, at) => textHeight(document, cells[at] ?? '', width, { size })));
  let y = startPage(document, top, heightOf(titles) + heightOf(rows[0] ?? []) + 4 * gap);
  y = drawTitles(y);
  for (const cells of rows) {
    if (y + heightOf(cells) + 2 * gap > bottom) {
      document.addPage();
      y = drawTitles(page.margin);
    }
    y = drawRow(document, columns, cells, y, { size });
  }
  return y;
}

/** Returns `y`, or the top of a new page if less than `height` is left. */
export function startPage(document: PDFKit.PDFDocument, y: number, height: number): number {
  if (y + height <= bottom) return y;
  document.addPage();
  return page.margin;
}

function drawRow(
  document: PDFKit.PDFDocument,
  columns: readonly Column[],
  cells: readonly string[],
  y: number,
  style: TextStyle,
): number {
  const heights = columns.map(({ x, width, align }, at) =>
    drawText(document, cells[at] ?? '', { x: page.margin + x, y: y + gap, width }, { ...style, align }),
  );
  const end = y + Math.max(...heights) + 2 * gap;
  document
    .moveTo(page.margin, end)
    .lineTo(page.margin + contentWidth, end)
    .lineWidth(0.5)
    .stroke(colours.rule);
  return end;
}

/** Draws labels and amounts at the right of the page; returns the end. */
export function drawAmounts(
  document: PDFKit.PDFDocument,
  amounts: readonly (readonly [label: string, amount: string, style: TextStyle])[],
  top: number,
): number {
  let y = top;
  for (const [label, amount, style] of amounts) {
    drawText(document, label, { x: page.margin + 230, y, width: 170 }, style);
    const place = { x: page.margin + 400, y, width: contentWidth - 400 };
    y += drawText(document, amount, place, { ...style, align: 'right' }) + 4;
  }
  return y;
}

/** Numbers the pages of a finished document. */
export function drawPageNumbers(document: PDFKit.PDFDocument, name: string): void {
  const { count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index);
    const place = { x: page.margin, y: page.height - page.margin - 4, width: contentWidth };
    drawText(document, `${name} · Page ${index + 1} of ${count}`, place, {
      size: 8,
      align: 'right',
      colour: colours.muted,
    });
  }
}

/** Ends a document and returns its bytes. */
export async function toBytes(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
