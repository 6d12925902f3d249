import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { imageUrl, toImageHash } from '#contract/images/image.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { uploadFile } from '#web/api/files.ts';
import { prepareImage } from '#web/ui/image-dropzone.tsx';
import { mergeImages, type PictureFile, type PictureProduct, type ProductPictures } from './picture-names.ts';

/** What has been done so far, and what could not be done. */
export interface PicturesProgress {
  /** Pictures. */
  total: number;
  done: number;
  uploaded: number;
  /** Pictures that the shop has already. */
  known: number;
  changedProducts: number;
  problems: { path: string; text: string }[];
  /** The server takes no more for some seconds. */
  isWaiting: boolean;
}

interface ApplyOptions {
  mode: 'add' | 'replace';
  /** Stops before the next picture; those under way are sent to their end. */
  signal: AbortSignal;
  /** Addresses of pictures that earlier runs have sent. Gets those of this run. */
  stored: Set<string>;
  onProgress: (progress: PicturesProgress) => void;
}

/** Each product has its own picture under way: the browser scales one while the server encodes others. */
const productsAtOnce = 4;
// As uploads of single pictures.
const maximumSide = 2160;
const attempts = 4;

/**
 * Uploads the pictures of products and writes them to each product as soon as it has all of them. A picture that the
 * product has, from another browser, or that an interrupted run has sent is recognised by its content and neither
 * uploaded nor written again. Never throws.
 */
export async function applyPictures(
  products: readonly ProductPictures[],
  { mode, signal, stored, onProgress }: ApplyOptions,
): Promise<PicturesProgress> {
  let progress: PicturesProgress = {
    total: products.reduce((sum, { files }) => sum + files.length, 0),
    done: 0,
    uploaded: 0,
    known: 0,
    changedProducts: 0,
    problems: [],
    isWaiting: false,
  };
  const report = (changes: Partial<PicturesProgress>) => {
    progress = { ...progress, ...changes };
    onProgress(progress);
  };
  const addProblem = (path: string, text: string) =>
    report({ problems: [...progress.problems, { path, text }] });
  // The first picture may take a while.
  report({});
  const next = products.values();

  async function work(): Promise<void> {
    for (const { product, files } of next) {
      const urls: string[] = [];
      for (const file of files) {
        if (signal.aborted) return;
        const isThere = (url: string) => product.image.includes(url) || stored.has(url);
        const sent = await send(file, isThere, signal, (isWaiting) => report({ isWaiting }));
        if (sent.url === undefined && signal.aborted) return;
        if (sent.url === undefined) addProblem(file.path, sent.problem);
        else {
          urls.push(sent.url);
          stored.add(sent.url);
          report(sent.isKnown ? { known: progress.known + 1 } : { uploaded: progress.uploaded + 1 });
        }
        report({ done: progress.done + 1 });
      }
      // Otherwise the present pictures would be replaced by a part of the new ones.
      const isIncomplete = mode === 'replace' && urls.length < files.length;
      if (urls.length === 0 || isIncomplete) continue;
      const written = await write(product, urls, mode);
      if (written.problem !== undefined) {
        for (const { path } of files) addProblem(path, written.problem);
        // The server may have removed unused pictures since.
        for (const url of urls) stored.delete(url);
      } else if (written.isChanged) report({ changedProducts: progress.changedProducts + 1 });
      if (written.dropped > 0)
        addProblem(product.name, `${written.dropped} left out: the product has the most pictures already.`);
    }
  }

  await Promise.all(Array.from({ length: productsAtOnce }, work));
  return progress;
}

type Sent = { url: string; isKnown: boolean; problem?: undefined } | { url?: undefined; problem: string };

async function send(
  picture: PictureFile,
  isThere: (url: string) => boolean,
  signal: AbortSignal,
  onWaiting: (isWaiting: boolean) => void,
): Promise<Sent> {
  const file = await picture.read().catch(() => null);
  if (file === null) return { problem: 'This file is damaged, or was moved or changed. Choose it again.' };
  const { image, problem } = await prepareImage(file, maximumSide);
  if (image === undefined) return { problem };
  const url = imageUrl(toImageHash(bytesToHex(sha256(new Uint8Array(await image.arrayBuffer())))));
  if (isThere(url)) return { url, isKnown: true };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await uploadFile('uploadFile', { image });
    if (outcome.isOk) return { url: outcome.response.data.url, isKnown: false };
    if (signal.aborted || attempt === attempts || !isPassing(outcome.error))
      return { problem: outcome.error.message };
    onWaiting(true);
    await pause(1000 * (outcome.error.retryAfterSeconds ?? 2 ** attempt), signal);
    onWaiting(false);
  }
}

function isPassing({ isClientError, status }: ApiError): boolean {
  return !isClientError || status === 429;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

interface Written {
  isChanged: boolean;
  dropped: number;
  problem?: string;
}

/** Writes the pictures of a product on top of its latest version. */
async function write(
  known: PictureProduct,
  urls: readonly string[],
  mode: 'add' | 'replace',
): Promise<Written> {
  let product = known;
  for (let attempt = 1; ; attempt += 1) {
    const { images, dropped } = mergeImages(product.image, urls, mode);
    if (images.join() === product.image.join()) return { isChanged: false, dropped };
    const { _id, updatedAt } = product;
    const outcome = await callApi('changeProducts', { changes: [{ _id, updatedAt, image: images }] });
    if (outcome.isOk) return { isChanged: true, dropped };
    if (outcome.error.code !== 'CHANGED_MEANWHILE' || attempt === attempts)
      return { isChanged: false, dropped: 0, problem: outcome.error.message };
    const latest = await callApi('listStock', { ids: [_id] });
    const [found] = latest.isOk ? latest.response.data : [];
    if (found === undefined) return { isChanged: false, dropped: 0, problem: outcome.error.message };
    product = found;
  }
}
