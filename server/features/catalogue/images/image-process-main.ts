import { setPriority } from 'node:os';
import { decodeUpload, encodeUpload, inspectUpload } from './image-encoder.ts';
import type { Answers, ImageRequest } from './image-process.ts';

// The program of `image-process.ts`: answers each message with one message. Requests of shoppers go first.
setPriority(10);

const maximumBytes = Number(process.argv[2]) * 1024 * 1024;
const checkMs = 10;

// Images are decoded in threads of the library, so this one is free to watch the memory.
setInterval(() => {
  if (process.memoryUsage.rss() > maximumBytes) process.exit(1);
}, checkMs);

process.on('disconnect', () => process.exit(0));
process.on('message', (request: ImageRequest) => {
  void answer(request).then((result) => process.send?.(result));
});

async function answer(request: ImageRequest): Promise<Answers[ImageRequest['kind']]> {
  const source = Buffer.from(request.source);
  if (request.kind === 'inspect') return inspectUpload(source, request.maximumPixels);
  const { cropMode, variants } = request;
  try {
    const pixels = await decodeUpload(source, cropMode);
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
