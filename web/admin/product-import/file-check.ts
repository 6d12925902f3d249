import { startTransition, useEffect, useRef, useState } from 'react';
import type { ProductImport } from '#contract/product-import.ts';
import { maximumImportBytes } from '#contract/rules/product-file.ts';
import { uploadFile } from '#web/api/files.ts';

const bytesOfMegabyte = 1024 * 1024;
// What Excel's and LibreOffice's own files begin with.
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** What keeps a file from being sent, in words; empty when nothing does. The shop looks at everything else. */
export async function validateFile(file: File): Promise<string> {
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

// 30 MB over a weak line, and some seconds in which the shop reads them.
const timeoutMilliseconds = 10 * 60_000;

interface CheckProblem {
  text: string;
  /** It says nothing against the file, which may get through at the next try. */
  isPassing: boolean;
}

/** A file of products on its way to the shop, which says what it would change. */
export interface FileCheck {
  file: File | null;
  /** How much of it was sent, 0 to 1; null while nothing is sent. */
  share: number | null;
  /** Why it could not be checked; null when nothing is wrong. */
  problem: CheckProblem | null;
  choose: (file: File) => void;
  /** Sends the file that was chosen last once more. */
  again: () => void;
  stop: () => void;
}

/** @param onChecked shows what was found; until it has, the file counts as being on its way */
export function useFileCheck(onChecked: (checked: ProductImport) => Promise<void>): FileCheck {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<CheckProblem | null>(null);
  const sending = useRef<AbortController | null>(null);

  // Whoever leaves sends nothing more.
  useEffect(() => () => sending.current?.abort(), []);

  async function check(chosen: File) {
    if (sending.current !== null) return;
    const controller = new AbortController();
    sending.current = controller;
    setFile(chosen);
    setProblem(await validateAndUpload(chosen, controller.signal));
    sending.current = null;
    // Together with the page that onChecked has led to, not before it.
    startTransition(() => setShare(null));
  }

  async function validateAndUpload(chosen: File, signal: AbortSignal): Promise<CheckProblem | null> {
    const objection = await validateFile(chosen);
    if (objection !== '') return { text: objection, isPassing: false };
    setProblem(null);
    setShare(0);
    const options = { signal, onProgress: setShare, timeoutMilliseconds };
    const outcome = await uploadFile('checkImport', { file: chosen }, options);
    if (outcome.isOk) {
      await onChecked(outcome.answer.data);
      return null;
    }
    const { code, message, status, isRejected } = outcome.error;
    return code === 'CANCELLED' ? null : { text: message, isPassing: !isRejected || status === 429 };
  }

  return {
    file,
    share,
    problem,
    choose: (chosen) => void check(chosen),
    again: () => {
      if (file !== null) void check(file);
    },
    stop: () => sending.current?.abort(),
  };
}
