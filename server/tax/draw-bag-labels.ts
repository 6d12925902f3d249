import { encode } from 'uqr';
import { formatPaise } from '#contract/base/money.ts';
import type { LabelPaper } from '#contract/picking/bag-label.ts';
import { createDocument, drawText, fitSize } from './pdf-document.ts';
import { colours, toBytes } from './pdf-table.ts';

/** What the label of a bag says. */
export interface BagLabel {
  storeName: string;
  orderNumber: string;
  bags: number;
  recipient: string;
  address: readonly string[];
  /** To collect at the door; 0 if nothing is due. */
  duePaise: number;
  /** In the QR code. */
  url: string;
}

/** In points. The length of a roll is that of its text. */
const papers = {
  RECEIPT: { width: 226.77, height: null, margin: 12, numberSize: 14 },
  A6: { width: 297.64, height: 419.53, margin: 24, numberSize: 18 },
} as const;
const qrSize = 76;

/** Draws a label for each bag of an order as PDF. */
export function drawBagLabels(label: BagLabel, paper: LabelPaper): Promise<Buffer> {
  const { width, height, margin, numberSize } = papers[paper];
  const create = (size: number) =>
    createDocument(`Order ${label.orderNumber}`, label.storeName, { width, height: size });
  const area = { x: margin, y: margin, width: width - 2 * margin, numberSize };
  const pageHeight = height ?? drawLabel(create(1000), label, 1, area) + margin;
  const document = create(pageHeight);
  for (let bag = 1; bag <= label.bags; bag += 1) {
    if (bag > 1) document.addPage();
    drawLabel(document, label, bag, area);
  }
  return toBytes(document);
}

/** Returns the end. */
function drawLabel(
  document: PDFKit.PDFDocument,
  label: BagLabel,
  bag: number,
  { x, y: top, width, numberSize }: { x: number; y: number; width: number; numberSize: number },
): number {
  const beside = { x, width: width - qrSize - 8 };
  drawQrCode(document, label.url, { x: x + width - qrSize, y: top });
  let y = top;
  y += drawText(document, label.storeName, { ...beside, y }, { size: 9, colour: colours.muted }) + 2;
  const style = { size: numberSize, weight: 'bold' } as const;
  const size = fitSize(document, label.orderNumber, beside.width, style);
  y += drawText(document, label.orderNumber, { ...beside, y }, { ...style, size }) + 2;
  y += drawText(document, `Bag ${bag} of ${label.bags}`, { ...beside, y }, { size: 14, weight: 'bold' });
  y = Math.max(y, top + qrSize) + 8;
  y += drawText(document, label.recipient, { x, y, width }, { size: 14, weight: 'bold' }) + 2;
  for (const line of label.address) y += drawText(document, line, { x, y, width }, { size: 11 });
  const due = label.duePaise === 0 ? 'Paid' : `Collect ${formatPaise(label.duePaise)}`;
  return y + 8 + drawText(document, due, { x, y: y + 8, width }, { size: 17, weight: 'bold' });
}

function drawQrCode(document: PDFKit.PDFDocument, text: string, { x, y }: { x: number; y: number }): void {
  const { data, size } = encode(text, { border: 0 });
  const step = qrSize / size;
  data.forEach((row, line) => {
    row.forEach((isDark, column) => {
      if (isDark) document.rect(x + column * step, y + line * step, step, step);
    });
  });
  document.fill('#000');
}
