import type { FieldPictures } from './picture-field/use-pictures.ts';

/** Why a form cannot be sent with its pictures as they are now; undefined when it can. */
export function pictureIssue({ isSending, hasFailed, urls }: FieldPictures): string | undefined {
  if (isSending) return 'The picture is still on its way. Please wait a moment.';
  if (hasFailed) return 'The picture did not arrive. Please try again, or delete it.';
  if (urls.length === 0) return 'Please upload a picture.';
  return undefined;
}
