import { useEffect, useRef, useState } from 'react';
import type { KeyMatch } from '#contract/products/product.ts';
import type { FileRows } from '#web/admin/formats.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import type { PicturesProgress } from './apply-pictures.ts';
import { type ChosenPictures, listPictures, PictureFilesError } from './picture-files.ts';
import { matchPictures, type PictureMatches } from './picture-names.ts';

/** What is known of the chosen files before anything is uploaded. */
export type Report = PictureMatches & Pick<ChosenPictures, 'leftOut'>;

type Step =
  | { kind: 'start' }
  | { kind: 'reading'; count: number }
  | { kind: 'review'; report: Report }
  | { kind: 'applying'; progress: PicturesProgress; isStopping: boolean }
  | { kind: 'done'; report: Report; progress: PicturesProgress; isStopped: boolean };

/** Choosing, checking and uploading pictures of many products. */
export function usePictures() {
  const [step, setStep] = useState<Step>({ kind: 'start' });
  const [problem, setProblem] = useState('');
  const files = useRef<readonly File[]>([]);
  const mode = useRef<'add' | 'replace'>('add');
  const stored = useRef(new Set<string>());
  const working = useRef<AbortController | null>(null);
  useEffect(() => () => working.current?.abort(), []);

  /** Reads the files and finds their products. Returns null, with a problem, if that failed. */
  async function check(signal: AbortSignal): Promise<Report | null> {
    setProblem('');
    setStep({ kind: 'reading', count: 0 });
    try {
      const { files: pictures, leftOut } = await listPictures(files.current);
      setStep({ kind: 'reading', count: pictures.length });
      const keys = [...new Set(pictures.flatMap(({ name }) => name.keys))];
      return { ...matchPictures(pictures, await findProducts(keys, signal)), leftOut };
    } catch (error) {
      if (!(error instanceof PictureFilesError || error instanceof ApiError)) throw error;
      setProblem(error.message);
      setStep({ kind: 'start' });
      return null;
    }
  }

  function begin(): AbortController {
    working.current?.abort();
    working.current = new AbortController();
    return working.current;
  }

  async function choose(chosen: readonly File[]): Promise<void> {
    files.current = chosen;
    const { signal } = begin();
    const report = await check(signal);
    if (report !== null && !signal.aborted) setStep({ kind: 'review', report });
  }

  async function upload(report: Report, { signal }: AbortController): Promise<void> {
    const { applyPictures } = await import('./apply-pictures.ts');
    const progress = await applyPictures(report.matched, {
      mode: mode.current,
      signal,
      stored: stored.current,
      onProgress: (now) => {
        if (!signal.aborted) setStep({ kind: 'applying', progress: now, isStopping: false });
      },
    });
    setStep({ kind: 'done', report, progress, isStopped: signal.aborted });
  }

  return {
    step,
    problem,
    choose,
    apply(chosen: 'add' | 'replace') {
      if (step.kind !== 'review') return;
      mode.current = chosen;
      void upload(step.report, begin());
    },
    stop() {
      working.current?.abort();
      setStep((now) => (now.kind === 'applying' ? { ...now, isStopping: true } : now));
    },
    /** Uploads what is missing of the same files, to the products as they are now. */
    async again() {
      const controller = begin();
      const report = await check(controller.signal);
      if (report !== null && !controller.signal.aborted) await upload(report, controller);
    },
  };
}

/** Most in one request; the contract says the same. */
const keysAtOnce = 1000;

async function findProducts(keys: readonly string[], signal: AbortSignal): Promise<KeyMatch[]> {
  const matches: KeyMatch[] = [];
  for (let first = 0; first < keys.length; first += keysAtOnce) {
    const some = keys.slice(first, first + keysAtOnce);
    matches.push(...(await callApiOrThrow('findPictureProducts', { keys: some }, { signal })).data);
  }
  return matches;
}

export const leftOutTexts: Record<Report['leftOut'][number]['problem'], string> = {
  'not a picture': 'Not a picture',
  'too large': 'Larger than 25 MB',
  'invalid name': 'A name that is not allowed',
  damaged: 'Damaged',
};

export const productsText = (products: readonly Pick<KeyMatch['product'], 'name' | 'unit'>[]) =>
  products.map(({ name, unit }) => `${name}, ${unit}`).join(' · ');

/** What became of an upload. */
export type Uploaded = Pick<PicturesProgress, 'problems'> & { isStopped: boolean };

/**
 * One row for each file: its product, or the reason why it has none. After the upload also what failed; what a
 * stopped one has not sent is not told from what it has.
 */
export function toPictureRows({ matched, ...rest }: Report, uploaded: Uploaded | null): FileRows {
  const problemOf = new Map(uploaded?.problems.map(({ path, text }) => [path, text]));
  const done = uploaded === null || uploaded.isStopped ? '' : 'Uploaded';
  const rows = [
    ...matched.flatMap(({ product, files }) =>
      files.map(({ path }) => [path, product.name, product.unit, problemOf.get(path) ?? done]),
    ),
    ...rest.ambiguous.map(({ path, products }) => [
      ...[path, '', '', `Several products fit: ${productsText(products)}`],
    ]),
    ...rest.unknown.map((path) => [path, '', '', 'No product has this SKU, barcode or name']),
    ...rest.tooMany.map((path) => [path, '', '', 'More than 12 pictures of one product']),
    ...rest.leftOut.map(({ path, problem }) => [path, '', '', leftOutTexts[problem]]),
  ];
  return [['File', 'Product', 'Unit', 'Result'], ...rows];
}
