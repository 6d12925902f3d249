import { CameraOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { createReader } from './read-barcode.ts';

interface CameraProps {
  onCode: (code: string) => void;
  onClose: () => void;
}

const everyMs = 120;
/** A code in front of the camera is reported once, until it has been away for this time. */
const goneMs = 1500;

/** The picture of the camera, in which barcodes are read. */
export default function Camera({ onCode, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const report = useEffectEvent(onCode);
  useEffect(() => {
    const closing = new AbortController();
    let last = { code: '', at: 0 };
    const read = (code: string) => {
      const now = performance.now();
      const isNew = code !== last.code || now - last.at > goneMs;
      last = { code, at: now };
      if (isNew) report(code);
    };
    const { current } = video;
    if (current !== null)
      void watch(current, read, closing.signal).catch(() => {
        if (!closing.signal.aborted) setHasFailed(true);
      });
    return () => closing.abort();
  }, []);
  return (
    <div className="my-2 flex min-h-32 flex-1 basis-0 flex-col gap-2">
      {hasFailed ? (
        <p
          role="alert"
          className="flex flex-1 flex-col items-center justify-center gap-2 rounded-lg bg-sunken p-4 text-center"
        >
          <CameraOff aria-hidden="true" className="size-10" />
          {t('picking.cameraDenied')}
        </p>
      ) : (
        <>
          <video
            ref={video}
            muted
            playsInline
            aria-label={t('picking.cameraHint')}
            className="min-h-0 flex-1 rounded-lg bg-ink object-cover"
          />
          <p className="text-center text-sm text-ink-soft">{t('picking.cameraHint')}</p>
        </>
      )}
      <Button variant="quiet" onClick={onClose}>
        {t('picking.closeCamera')}
      </Button>
    </div>
  );
}

/** Reads barcodes in the picture of the camera until the signal. Throws if there is no camera or no reader. */
async function watch(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  const readBarcode = await createReader();
  while (!signal.aborted) {
    const code = video.readyState >= video.HAVE_CURRENT_DATA ? await readBarcode(video) : null;
    if (code !== null && !signal.aborted) onCode(code);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
