import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ImageDrop } from '#web/ui/image-drop.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Avatar } from './avatar.tsx';
import { useAvatarUpload } from './use-avatar-upload.ts';

const size = 160;

/** Gives the shopper another picture: chosen, looked at, sent. Open as long as it is mounted. */
export function AvatarEditor({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const { choice, problem, share, choose, send, stop } = useAvatarUpload(onClose);
  if (user === null) return null;
  const isSending = share !== null;
  return (
    <Dialog
      title="Your picture"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={isSending ? stop : onClose}>
            {isSending ? 'Stop sending' : 'Cancel'}
          </Button>
          <Button disabled={choice === null} isBusy={isSending} onClick={() => void send()}>
            Save
          </Button>
        </div>
      }
    >
      <ImageDrop
        label={choice === null ? 'Choose a picture' : 'Choose another'}
        camera="user"
        isDisabled={isSending}
        onChoose={(file) => void choose(file)}
      >
        {choice === null ? (
          <Avatar user={user} size={size} />
        ) : (
          <img
            src={choice.preview}
            alt="How you will look"
            width={size}
            height={size}
            className="size-40 rounded-full bg-surface object-cover"
          />
        )}
      </ImageDrop>
      <div className="mt-4 min-h-12">
        {isSending && <Sending share={share} />}
        {problem !== '' && (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm font-medium text-danger">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Sending({ share }: { share: number }) {
  return (
    <>
      <ProgressBar label="Sending your picture" share={share} />
      <p className="mt-2 text-sm text-ink-soft">
        {share < 1 ? `Sending, ${Math.round(share * 100)} %` : 'Sent. The shop is looking at it …'}
      </p>
    </>
  );
}
