import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { useModal } from '#web/ui/dialog.tsx';
import { Picture } from '#web/ui/picture.tsx';

interface LightboxProps {
  /** The images, by URL. */
  urls: readonly string[];
  /** The index of the image that is shown first. */
  first?: number;
  /** What the images show: the accessible name. */
  name: string;
  onClose: () => void;
}

/** Images in full screen, one at a time; the arrow keys switch. Open while it is mounted. */
export function Lightbox({ urls, first = 0, name, onClose }: LightboxProps) {
  const ref = useModal(onClose);
  const [index, setIndex] = useState(first);
  const src = urls[index] ?? '';
  const total = urls.length;
  const go = (by: number) => setIndex((current) => (current + by + total) % total);
  return (
    <dialog
      ref={ref}
      className="fixed inset-0 m-0 hidden h-dvh max-h-none w-screen max-w-none grid-rows-[auto_minmax(0,1fr)_auto] bg-canvas px-0 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] text-ink open:grid [&_picture]:flex [&_picture]:min-h-0 [&_picture]:items-center [&_picture]:justify-center"
      aria-label={name === '' ? 'Picture' : name}
      onKeyDown={({ key }) => {
        if (total > 1 && key === 'ArrowLeft') go(-1);
        if (total > 1 && key === 'ArrowRight') go(1);
      }}
    >
      <div className="flex items-center gap-4 py-2 pr-2 pl-5">
        <p className="min-w-0 flex-1 truncate font-semibold">{name}</p>
        {total > 1 && (
          <p role="status" className="tabular-nums">
            <span className="sr-only">Image </span>
            {`${index + 1}/${total}`}
          </p>
        )}
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <Picture
        // A new element: the old image would stay until the next one has loaded.
        key={src}
        src={src}
        alt={total > 1 ? `${name}, picture ${index + 1}` : name}
        width={1080}
        height={1080}
        sizes="100vw"
        className="h-auto max-h-full w-auto max-w-full object-contain"
        isEager
      />
      {total > 1 && (
        <div className="flex justify-center gap-4 p-2">
          <IconButton label="Previous picture" onClick={() => go(-1)}>
            <ChevronLeft aria-hidden="true" className="size-6" />
          </IconButton>
          <IconButton label="Next picture" onClick={() => go(1)}>
            <ChevronRight aria-hidden="true" className="size-6" />
          </IconButton>
        </div>
      )}
    </dialog>
  );
}
