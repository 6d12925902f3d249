import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';
import { Picture } from './picture.tsx';
import './picture-viewer.css';
import { useModal } from './dialog.tsx';

interface LightboxProps {
  /** The addresses of the pictures that can be looked at. */
  urls: readonly string[];
  /** Which of them is shown first, from 0. */
  first?: number;
  /** What they show. */
  name: string;
  onClose: () => void;
}

/** Pictures on the whole screen, one at a time; the arrow keys go on and back. Open as long as it is mounted. */
export function Lightbox({ urls, first = 0, name, onClose }: LightboxProps) {
  const ref = useModal(onClose);
  const [index, setIndex] = useState(first);
  const src = urls[index] ?? '';
  const total = urls.length;
  const go = (by: number) => setIndex((current) => (current + by + total) % total);
  return (
    <dialog
      ref={ref}
      className="picture-viewer"
      aria-label={name === '' ? 'Picture' : name}
      onKeyDown={({ key }) => {
        if (total > 1 && key === 'ArrowLeft') go(-1);
        if (total > 1 && key === 'ArrowRight') go(1);
      }}
    >
      <div className="bar">
        <p className="min-w-0 flex-1 truncate font-semibold">{name}</p>
        {total > 1 && (
          <p role="status" className="tabular-nums">
            <span className="sr-only">Picture </span>
            {`${index + 1}/${total}`}
          </p>
        )}
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <Picture
        // Another element, so that the former picture does not stay until the next one is there.
        key={src}
        src={src}
        alt={total > 1 ? `${name}, picture ${index + 1}` : name}
        width={1080}
        height={1080}
        sizes="100vw"
        className="shown"
        isEager
      />
      {total > 1 && (
        <div className="arrows">
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
