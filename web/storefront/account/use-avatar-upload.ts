import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { uploadFile } from '#web/api/upload.ts';
import { readAccountAgain } from '#web/session/read-account.ts';
import { getSession, showUser } from '#web/session/session-store.ts';
import { preparePicture } from '#web/ui/prepare-picture.ts';
import { showToast } from '#web/ui/toast.ts';
import { refusalText } from './field-issues.ts';

// Twice what the shop keeps of a square, so that a wide picture has enough of it.
const longestSide = 1024;

interface Choice {
  picture: Blob;
  /** Where the browser shows it from. */
  preview: string;
}

/** What has been chosen as the shopper's picture, and how far it is on its way. */
export function useAvatarUpload(onSaved: () => void) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [problem, setProblem] = useState('');
  /** 0 to 1; null while nothing is sent. */
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const chosen = useRef(0);

  // Whoever leaves sends nothing more.
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => () => URL.revokeObjectURL(choice?.preview ?? ''), [choice]);

  async function choose(file: File) {
    chosen.current += 1;
    const turn = chosen.current;
    setProblem('');
    const prepared = await preparePicture(file, longestSide);
    // Another one was chosen while this one was made smaller.
    if (turn !== chosen.current) return;
    if (prepared.problem !== undefined) setProblem(prepared.problem);
    else setChoice({ picture: prepared.picture, preview: URL.createObjectURL(prepared.picture) });
  }

  async function send() {
    if (choice === null || sending.current !== null) return;
    const controller = new AbortController();
    sending.current = controller;
    setProblem('');
    setShare(0);
    const { signal } = controller;
    const outcome = await uploadFile(
      'uploadAvatar',
      { avatar: choice.picture },
      { signal, onProgress: setShare },
    );
    sending.current = null;
    setShare(null);
    if (!outcome.isOk) return showFailure(outcome.error);
    const { user } = getSession();
    if (user !== null) showUser({ ...user, avatar: outcome.answer.data.avatar });
    showToast('success', outcome.answer.message);
    onSaved();
  }

  function showFailure(error: ApiError) {
    if (error.code !== 'CANCELLED') setProblem(refusalText(error));
    // The picture may have arrived although its answer has not.
    if (!error.isRefusal) void readAccountAgain();
  }

  return { choice, problem, share, choose, send, stop: () => sending.current?.abort() };
}
