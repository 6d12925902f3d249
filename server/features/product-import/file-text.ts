import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#contract/errors.ts';

/** A file as text, in pieces that leave the process time for others. Every way to end a line is one `\n`. */
export interface FileText {
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  pieces(): AsyncGenerator<string>;
}

const pieceBytes = 64 * 1024;

/** Finds out how a file is written. Throws UNSUPPORTED_MEDIA for what is no text. */
export function openText(bytes: Uint8Array): FileText {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [label, encoding] = encodingOf(file);
  return { encoding, pieces: () => piecesOf(file, label) };
}

function encodingOf(file: Buffer): [label: string, FileText['encoding']] {
  // Excel's 'Unicode text'.
  if (file[0] === 0xff && file[1] === 0xfe) return ['utf-16le', 'UTF-16'];
  if (file[0] === 0xfe && file[1] === 0xff) return ['utf-16be', 'UTF-16'];
  refuseBinary(file);
  if (isUtf8(file)) return ['utf-8', 'UTF-8'];
  // Text that is UTF-8 but for some bytes was damaged: read otherwise, each of its other letters would be wrong.
  const isMostlyUtf8 = /[^\p{ASCII}\ufffd]/u.test(new TextDecoder('utf-8').decode(file));
  if (!isMostlyUtf8) return ['windows-1252', 'Windows-1252'];
  throw unsupported(
    `This file is damaged: some of its letters, the first in line ${firstBadLine(file)}, are not UTF-8 as the others are. Please save it as 'CSV UTF-8'.`,
  );
}

function refuseBinary(file: Buffer): void {
  const isWorkbook = file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  const isOldWorkbook = file.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  if (isWorkbook || isOldWorkbook) {
    throw unsupported("This is a workbook. Please save it as 'CSV UTF-8' and choose that file.");
  }
  if (file.includes(0)) throw unsupported('This is not a CSV file.');
}

function firstBadLine(file: Buffer): number {
  let line = 1;
  for (let start = 0; start < file.length; line += 1) {
    const end = file.indexOf(10, start);
    const next = end < 0 ? file.length : end + 1;
    if (!isUtf8(file.subarray(start, next))) break;
    start = next;
  }
  return line;
}

async function* piecesOf(file: Buffer, label: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(label);
  let held = '';
  for (let start = 0; start < file.length; start += pieceBytes) {
    const isLast = start + pieceBytes >= file.length;
    const text = held + decoder.decode(file.subarray(start, start + pieceBytes), { stream: !isLast });
    // Its other half may begin the next piece.
    held = !isLast && text.endsWith('\r') ? '\r' : '';
    // Only UTF-16 comes so far with a NUL in it. Where it stands is reported like any letter that was lost.
    yield withOneLineEnd(held === '' ? text : text.slice(0, -1)).replaceAll('\0', '\ufffd');
    await nextTurn();
  }
}

/** Text in which every line ends with `\n`. */
export function withOneLineEnd(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

function unsupported(message: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA', { message });
}
