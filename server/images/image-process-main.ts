import { getPriority, setPriority } from 'node:os';
import {
  decodeUpload,
  encodeDerived,
  encodeDrawing,
  encodeDrawnIcon,
  encodeUpload,
  inspectUpload,
} from './image-encoder.ts';
import type { Answers, ImageRequest, NumberedAnswer, NumberedRequest } from './image-process.ts';

// The program of `image-process.ts`: answers each message with one message.
// Only root may lower it, which an operator may have raised.
setPriority(Math.max(getPriority(), Number(process.argv[3])));

const maximumBytes = Number(process.argv[2]) * 1024 * 1024;
const checkMs = 10;

// Images are decoded in threads of the library, so this one is free to watch the memory.
setInterval(() => {
  if (process.memoryUsage.rss() > maximumBytes) process.exit(1);
}, checkMs);

process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, request }: NumberedRequest) => {
  void answer(request)
    .then(
      (result): NumberedAnswer => ({ id, answer: result }),
      (error: unknown): NumberedAnswer => ({ id, error: String(error) }),
    )
    .then((message) => process.send?.(message));
});

async function answer(request: ImageRequest): Promise<Answers[ImageRequest['kind']]> {
  switch (request.kind) {
    case 'inspect':
      return inspectUpload(Buffer.from(request.source), request.maximumPixels);
    case 'encode':
      return encodeVariants(request);
    case 'draw': {
      // Loaded by the processes that draw only.
      const { drawImage }: { drawImage(drawing: unknown): string } = await import(request.module);
      return drawImage(request.drawing);
    }
    case 'render':
      return encodeDrawing(request.svg, request.width, request.format);
    case 'derive':
      return encodeDerived(Buffer.from(request.source), request.file);
    case 'draw-icon':
      return encodeDrawnIcon((await import('./draw-initial.ts')).drawInitial(request.initial), request.file);
  }
}

async function encodeVariants({
  source,
  cropMode,
  variants,
}: Extract<ImageRequest, { kind: 'encode' }>): Promise<Uint8Array[] | null> {
  try {
    const pixels = await decodeUpload(Buffer.from(source), cropMode);
    // Images are not enlarged: widths above that of a small image share one encoding.
    const encoded = new Map<string, Promise<Buffer>>();
    return await Promise.all(
      variants.map(({ width: wanted, format }) => {
        const width = Math.min(wanted, pixels.info.width);
        const bytes = encoded.get(`${width}.${format}`) ?? encodeUpload(pixels, width, format);
        encoded.set(`${width}.${format}`, bytes);
        return bytes;
      }),
    );
  } catch {
    // The header was valid, the body is not.
    return null;
  }
}
