import { startTransition, useEffect, useRef, useState } from 'react';
import type { ProductImport } from '#contract/product-import.ts';
import { uploadFile } from '#web/api/upload.ts';
import { judgeFile } from './judge-file.ts';

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
    setProblem(await judgeAndSend(chosen, controller.signal));
    sending.current = null;
    // Together with the page that onChecked has led to, not before it.
    startTransition(() => setShare(null));
  }

  async function judgeAndSend(chosen: File, signal: AbortSignal): Promise<CheckProblem | null> {
    const objection = await judgeFile(chosen);
    if (objection !== '') return { text: objection, isPassing: false };
    setProblem(null);
    setShare(0);
    const options = { signal, onProgress: setShare, timeoutMilliseconds };
    const outcome = await uploadFile('checkImport', { file: chosen }, options);
    if (outcome.isOk) {
      await onChecked(outcome.answer.data);
      return null;
    }
    const { code, message, status, isRefusal } = outcome.error;
    return code === 'CANCELLED' ? null : { text: message, isPassing: !isRefusal || status === 429 };
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
