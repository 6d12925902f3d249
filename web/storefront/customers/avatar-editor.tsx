import { useEffect, useRef, useState } from 'react';
import { type ApiError, toErrorMessage } from '#web/api/api-error.ts';
import { uploadFile } from '#web/api/files.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { getSession, refreshAccount, setSessionUser, useSession } from '#web/session/session.ts';
import { serverText, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ImageDropzone, prepareImage } from '#web/ui/image-dropzone.tsx';
import { ProgressBar } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { Avatar } from './avatar.tsx';

const size = 160;

/** Replaces the account picture. */
export function AvatarEditor({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const { choice, problem, share, choose, send, stop } = useAvatarUpload(onClose);
  if (user === null) return null;
  const isSending = share !== null;
  return (
    <Dialog
      title={t('account.yourImage')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={isSending ? stop : onClose}>
            {isSending ? t('account.cancelUpload') : t('ui.cancel')}
          </Button>
          <Button disabled={choice === null} isBusy={isSending} onClick={() => void send()}>
            {t('account.save')}
          </Button>
        </div>
      }
    >
      <ImageDropzone
        label={choice === null ? t('account.chooseImage') : t('account.chooseAnother')}
        camera="user"
        isDisabled={isSending}
        onChoose={(file) => void choose(file)}
      >
        {choice === null ? (
          <Avatar user={user} size={size} />
        ) : (
          <img
            src={choice.preview}
            alt={t('account.preview')}
            width={size}
            height={size}
            className="size-40 rounded-full bg-surface object-cover"
          />
        )}
      </ImageDropzone>
      <div className="mt-4 min-h-12">
        {isSending && <Sending share={share} />}
        <FormAlert>{problem}</FormAlert>
      </div>
    </Dialog>
  );
}

function Sending({ share }: { share: number }) {
  return (
    <>
      <ProgressBar label={t('account.uploading')} share={share} />
      <p className="mt-2 text-sm text-ink-soft">
        {share < 1 ? t('account.sending', { percent: Math.round(share * 100) }) : t('account.processing')}
      </p>
    </>
  );
}

// Twice the stored size, because wide pictures are cropped to a square.
const maximumSide = 1024;

interface Choice {
  image: Blob;
  /** An object URL. */
  preview: string;
}

/** The chosen picture and its upload. */
function useAvatarUpload(onSaved: () => void) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [problem, setProblem] = useState('');
  /** Upload progress from 0 to 1; null when there is no upload. */
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const chosen = useRef(0);

  // Leaving the page cancels the upload.
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => () => URL.revokeObjectURL(choice?.preview ?? ''), [choice]);

  async function choose(file: File) {
    chosen.current += 1;
    const turn = chosen.current;
    setProblem('');
    const prepared = await prepareImage(file, maximumSide);
    // Another picture was chosen while this one was resized.
    if (turn !== chosen.current) return;
    if (prepared.problem !== undefined) setProblem(prepared.problem);
    else setChoice({ image: prepared.image, preview: URL.createObjectURL(prepared.image) });
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
      { avatar: choice.image },
      { signal, onProgress: setShare },
    );
    sending.current = null;
    setShare(null);
    if (!outcome.isOk) return showFailure(outcome.error);
    const { user } = getSession();
    if (user !== null) setSessionUser({ ...user, avatar: outcome.response.data.avatar });
    showToast('success', serverText(outcome.response.message, t('account.imageSaved')));
    onSaved();
  }

  function showFailure(error: ApiError) {
    if (error.code !== 'CANCELLED') setProblem(toErrorMessage(error));
    // The upload may have succeeded although the response was lost.
    if (!error.isClientError) void refreshAccount();
  }

  return { choice, problem, share, choose, send, stop: () => sending.current?.abort() };
}
