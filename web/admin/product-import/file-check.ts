import { startTransition, useEffect, useRef, useState } from 'react';
import { maximumImportBytes } from '#contract/product-import/product-file.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { uploadFile } from '#web/api/files.ts';

const bytesOfMegabyte = 1024 * 1024;
// Signatures of Excel and LibreOffice files.
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Reason why a file cannot be uploaded; empty if it can. The server checks everything else. */
export async function validateFile(file: File): Promise<string> {
  const { size } = file;
  if (size === 0) return 'This file is empty.';
  if (size > maximumImportBytes) {
    return `This file has ${megabytes(size)} MB, and at most ${megabytes(maximumImportBytes)} MB is allowed. Split it into smaller files.`;
  }
  const start = await firstBytes(file);
  if (start === null) return 'This file was moved or changed after you chose it. Choose it again.';
  if (workbooks.some((signature) => signature.every((byte, index) => start[index] === byte))) {
    return "This is a spreadsheet file. Save it as 'CSV UTF-8' and choose that file.";
  }
  return '';
}

/** Formats a file size: `812 KB`, `4.2 MB`. */
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

// 100 MB over a slow connection, plus the check on the server.
const timeoutMilliseconds = 10 * 60_000;

interface CheckProblem {
  text: string;
  /** The same file may succeed at the next attempt. */
  isPassing: boolean;
}

/** Upload of an import file, which the server checks without applying it. */
export interface FileCheck {
  file: File | null;
  /** Share sent, 0 to 1; null when idle. */
  share: number | null;
  /** Null if there is no error. */
  problem: CheckProblem | null;
  choose: (file: File) => void;
  /** Uploads the last file again. */
  again: () => void;
  stop: () => void;
}

/** @param onChecked navigates to the result; the upload counts as pending until it resolves */
export function useFileCheck(onChecked: (checked: ProductImport) => Promise<void>): FileCheck {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<CheckProblem | null>(null);
  const sending = useRef<AbortController | null>(null);

  useEffect(() => () => sending.current?.abort(), []);

  async function check(chosen: File) {
    if (sending.current !== null) return;
    const controller = new AbortController();
    sending.current = controller;
    setFile(chosen);
    setProblem(await validateAndUpload(chosen, controller.signal));
    sending.current = null;
    // In the same transition as the navigation of onChecked.
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
      await onChecked(outcome.response.data);
      return null;
    }
    const { code, message, status, isClientError } = outcome.error;
    return code === 'CANCELLED' ? null : { text: message, isPassing: !isClientError || status === 429 };
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
