import { useEffect, useState } from 'react';
import { prepareImage } from './image-dropzone.tsx';

/** A photo, scaled down to `maximumSide` pixels for a request: `content` in base64, and the address of its preview. */
export function usePhoto(maximumSide: number) {
  const [photo, setPhoto] = useState({ content: '', preview: '', problem: '' });
  useEffect(() => () => URL.revokeObjectURL(photo.preview), [photo.preview]);
  return {
    ...photo,
    remove: () => setPhoto({ content: '', preview: '', problem: '' }),
    async choose(file: File) {
      const { image, problem } = await prepareImage(file, maximumSide);
      if (image === undefined) return setPhoto({ ...photo, problem });
      setPhoto({ content: await toBase64(image), preview: URL.createObjectURL(image), problem: '' });
    },
  };
}

async function toBase64(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
