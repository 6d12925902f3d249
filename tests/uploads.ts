import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';

/** A form with one file in it, as a browser sends it. */
export function formWith(field: string, bytes: Uint8Array<ArrayBuffer>, fileName = 'me.png'): FormData {
  const form = new FormData();
  form.set(field, new File([bytes], fileName, { type: 'image/png' }));
  return form;
}

/** A picture of one colour, to be put into a format; `colour` makes it another one. */
export function plainPicture(width: number, height: number, colour = '#c84'): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** Bytes that own their memory, as `File` and `fetch` want them. */
export async function bytesOf(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await picture.toBuffer());
}

/** A PUT whose body is written piece by piece, without saying how long it will be; tells when it was answered. */
export async function putInPieces(
  url: string,
  headers: Record<string, string>,
  pieces: AsyncIterable<Uint8Array>,
  onAnswer: () => void = () => {},
): Promise<{ status: number | undefined; body: string }> {
  const sending = request(url, { method: 'PUT', headers });
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      onAnswer();
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
  });
  for await (const piece of pieces) {
    if (!sending.write(piece)) await new Promise((resolve) => sending.once('drain', resolve));
  }
  sending.end();
  return answered;
}
