import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
import sql from 'sql-template-tag';
import { type ImageFormat, type ImageWidth, imageFormats, imageWidths } from '../contract/images/image.ts';
import type { Queryable } from '../server/database/connect.ts';
import type { Context } from '../server/http/context.ts';
import { ImageProcess } from '../server/images/image-process.ts';
import { listCategories, listSubCategories } from '../server/products/category.service.ts';
import { listProductsByCategory } from '../server/products/product.service.ts';
import type { ImageStorage } from '../server/providers/image-storage/image-storage.ts';

/** One encoding of an image. */
interface Picture {
  hash: string;
  width: ImageWidth;
  format: ImageFormat;
}

/**
 * Returns a drawing as SVG, 400 by 400; with `isBackground` at the lowest priority. Throws for anything but a
 * `Drawing`.
 */
type DrawSvg = (drawing: unknown, options: { isBackground: boolean }) => string | Promise<string>;

const drawingModule = join(import.meta.dirname, 'artwork', 'draw-image.ts');
const pageProcess = new ImageProcess({ maximumMegabytes: 700, concurrency: 2, niceness: 0 });
// It takes the time that nothing else needs.
const backgroundProcess = new ImageProcess({ maximumMegabytes: 700, niceness: 19 });

const drawInProcess: DrawSvg = (drawing, { isBackground }) =>
  (isBackground ? backgroundProcess : pageProcess).runWithRetry({
    kind: 'draw',
    module: drawingModule,
    drawing,
  });

/** How many products a row of the home page shows at first. */
const productsPerRow = 8;
/** About the tiles of the categories and the first two rows of the home page, which the first visitor sees. */
const firstScreen = 40;
/**
 * Widths that a screen shows in a tile of a category and in a card: at one pixel per pixel and phones first, then
 * denser ones.
 */
const widths = { category: [160, 320], product: [320, 640] } as const;

/** A picture that is being drawn or waits for it. */
interface Underway {
  bytes: Promise<Buffer | null>;
  prioritize(priority: number): void;
}

/** A storage of images with those of the demo catalogue: they are drawn and stored when they are first asked for. */
export class DemoPictures implements ImageStorage {
  readonly #storage: ImageStorage;
  readonly #db: Queryable;
  readonly #drawSvg: DrawSvg;
  // Each encoder uses one core: two leave room for requests.
  readonly #encoding = new PQueue({ concurrency: 2 });
  // The latest request has the highest priority: in a page that is scrolled it is what the screen shows now.
  #requests = 0;
  readonly #underway = new Map<string, Underway>();

  constructor(storage: ImageStorage, db: Queryable, drawSvg = drawInProcess) {
    this.#storage = storage;
    this.#db = db;
    this.#drawSvg = drawSvg;
  }

  async find(key: string): Promise<Buffer | null> {
    const stored = await this.#storage.find(key);
    const picture = parseKey(key);
    if (stored !== null || picture === null) return stored;
    this.#requests += 1;
    // Concurrent requests for one picture share its drawing.
    const underway = this.#underway.get(key);
    if (underway !== undefined) {
      underway.prioritize(this.#requests);
      return underway.bytes;
    }
    const drawing = this.#startDrawing(picture, key, this.#requests);
    this.#underway.set(key, drawing);
    try {
      return await drawing.bytes;
    } finally {
      this.#underway.delete(key);
    }
  }

  put(key: string, bytes: Buffer): Promise<void> {
    return this.#storage.put(key, bytes);
  }

  remove(key: string): Promise<void> {
    return this.#storage.remove(key);
  }

  #startDrawing({ hash, width, format }: Picture, key: string, firstPriority: number): Underway {
    let priority = firstPriority;
    let isQueued = false;
    const drawInTurn = async (): Promise<Buffer | null> => {
      const drawing = await this.#findDrawing(hash);
      if (drawing === null) return null;
      isQueued = true;
      return this.#encoding.add(
        async () => {
          isQueued = false;
          const svg = await this.#drawSvg(drawing, { isBackground: false });
          const bytes = Buffer.from(await pageProcess.runWithRetry({ kind: 'render', svg, width, format }));
          await this.#storage.put(key, bytes);
          return bytes;
        },
        { id: key, priority },
      );
    };
    return {
      bytes: drawInTurn(),
      prioritize: (next) => {
        priority = next;
        if (isQueued) this.#encoding.setPriority(key, next);
      },
    };
  }

  /**
   * Draws the pictures of the first screens in the background, so that no visitor waits for them: at the lowest
   * priority, one after the other, each followed by a pause as long as the drawing, and only while no request waits
   * for a picture. Does nothing for those that are stored. `stop` resolves when the drawing under way has ended.
   */
  prepare(context: Context): { stop(): Promise<void>; done: Promise<void> } {
    const stopping = new AbortController();
    const { signal } = stopping;
    const done = this.#drawFirst(context, signal).catch((err: unknown) => {
      // Then they are drawn when they are requested.
      if (!signal.aborted) context.log.debug({ err }, 'The first pictures were not drawn');
    });
    return {
      done,
      async stop() {
        stopping.abort();
        await done;
      },
    };
  }

  async #drawFirst(context: Context, signal: AbortSignal): Promise<void> {
    for (const [index, picture] of (await this.#listFirst(context)).entries()) {
      const startedAt = performance.now();
      if (signal.aborted) return;
      await this.#drawInBackground(picture, signal);
      if (index >= firstScreen) await wait(performance.now() - startedAt, undefined, { signal });
    }
  }

  /** A request for the same picture at that time draws it as well, because this drawing may take long. */
  async #drawInBackground({ hash, width, format }: Picture, signal: AbortSignal): Promise<void> {
    await this.#encoding.onIdle();
    const key = `${hash}/${width}.${format}`;
    if (signal.aborted || (await this.#storage.find(key)) !== null) return;
    const drawing = await this.#findDrawing(hash);
    if (drawing === null) return;
    const svg = await this.#drawSvg(drawing, { isBackground: true });
    const bytes = await backgroundProcess.runWithRetry({ kind: 'render', svg, width, format });
    await this.#storage.put(key, Buffer.from(bytes));
  }

  async #findDrawing(hash: string): Promise<unknown> {
    const [row] = await this.#db.query<{ drawing: unknown }>(
      sql`select drawing from image where hash = ${hash}`,
    );
    return row?.drawing ?? null;
  }

  /** Pictures of the demo catalogue, in the order in which pages show them. */
  async #listFirst(context: Context): Promise<Picture[]> {
    const categories = await listCategories(context);
    const rows = await Promise.all(
      categories.map(({ _id }) => listProductsByCategory(context, _id, productsPerRow)),
    );
    const tiles = categories.map(({ image }) => image);
    const cards = rows.flat().map(({ image }) => image[0] ?? '');
    const rails = (await listSubCategories(context)).map(({ image }) => image);
    const [smallTile, largeTile] = widths.category;
    const [smallCard, largeCard] = widths.product;
    const wanted = [
      ...toPictures(tiles, smallTile),
      ...toPictures(cards, smallCard),
      ...toPictures(rails, smallTile),
      ...toPictures(tiles, largeTile),
      ...toPictures(cards, largeCard),
    ];
    const hashes = [...new Set(wanted.map(({ hash }) => hash))];
    const rowsDrawn = await this.#db.query<{ hash: string }>(
      sql`select hash from image where hash = any (${hashes}) and drawing is not null`,
    );
    const drawn = new Set(rowsDrawn.map(({ hash }) => hash));
    return wanted.filter(({ hash }) => drawn.has(hash));
  }
}

function toPictures(urls: readonly string[], width: ImageWidth): Picture[] {
  return urls.map((url) => ({ hash: url.split('/')[2] ?? '', width, format: 'avif' }));
}

/** Null for the key of a preview. */
function parseKey(key: string): Picture | null {
  const [, hash = '', digits, name] = /^(\w+)\/(\d+)\.(\w+)$/.exec(key) ?? [];
  const width = imageWidths.find((each) => each === Number(digits));
  const format = imageFormats.find((each) => each === name);
  return width === undefined || format === undefined ? null : { hash, width, format };
}
