import { Dialog } from '#web/ui/dialog.tsx';
import { Picture } from '#web/ui/picture.tsx';

interface PictureViewerProps {
  src: string;
  /** What the picture shows. */
  name: string;
  onClose: () => void;
}

/** A picture as large as the screen allows. */
export function PictureViewer({ src, name, onClose }: PictureViewerProps) {
  return (
    <Dialog title={name} onClose={onClose}>
      <Picture
        src={src}
        alt={name}
        width={640}
        height={640}
        sizes="(min-width: 768px) 32rem, 90vw"
        className="mx-auto block aspect-square max-h-[70dvh] w-full object-contain"
        isEager
      />
    </Dialog>
  );
}
