import { maximumImportBytes } from '#contract/rules/product-file.ts';

const bytesOfMegabyte = 1024 * 1024;
// What Excel's and LibreOffice's own files begin with.
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** What keeps a file from being sent, in words; empty when nothing does. The shop looks at everything else. */
export async function judgeFile(file: File): Promise<string> {
  const { size } = file;
  if (size === 0) return 'This file is empty.';
  if (size > maximumImportBytes) {
    return `This file has ${megabytes(size)} MB, and at most ${megabytes(maximumImportBytes)} MB can be taken. Please split it.`;
  }
  const start = await firstBytes(file);
  if (start === null)
    return 'This file has been moved or changed since it was chosen. Please choose it again.';
  if (workbooks.some((signature) => signature.every((byte, index) => start[index] === byte))) {
    return "This is a workbook. Please save it as 'CSV UTF-8' and choose that file.";
  }
  return '';
}

/** How large a file is, as people say it: `812 KB`, `4.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < bytesOfMegabyte) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${megabytes(bytes)} MB`;
}

function megabytes(bytes: number): string {
  return (Math.ceil((bytes / bytesOfMegabyte) * 10) / 10).toLocaleString('en-IN');
}

async function firstBytes(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch {
    return null;
  }
}
