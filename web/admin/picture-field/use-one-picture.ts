import { type FieldPictures, usePictures } from './use-pictures.ts';

/** The picture of a thing that has exactly one, for `PictureField`; `initial` is its address, empty for none. */
export function useOnePicture(initial: string) {
  const pictures = usePictures({ initial: listOf(initial), maximum: 1 });
  return {
    pictures,
    /** Its address as soon as it has arrived, otherwise empty. */
    image: pictures.urls[0] ?? '',
    /** Why the form cannot be sent with it as it is now; undefined when it can. */
    imageIssue: issueOf(pictures),
    /** It is on its way, or did not arrive: it would be lost. */
    isAwaited: pictures.isSending || pictures.hasFailed,
    showImage: (image: string) => pictures.reset(listOf(image)),
  };
}

function listOf(image: string): string[] {
  return image === '' ? [] : [image];
}

function issueOf({ isSending, hasFailed, urls }: FieldPictures): string | undefined {
  if (isSending) return 'The picture is still on its way. Please wait a moment.';
  if (hasFailed) return 'The picture did not arrive. Please try again, or delete it.';
  return urls.length === 0 ? 'Please upload a picture.' : undefined;
}
