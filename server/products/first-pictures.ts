import { setTimeout as wait } from 'node:timers/promises';
import type { ImageWidth } from '#contract/images/image.ts';
import type { Context } from '#server/http/context.ts';
import { selectDrawnHashes } from '#server/images/image.queries.ts';
import { drawInBackground } from '#server/images/image.service.ts';
import { listCategories, listSubCategories } from './category.service.ts';
import { listProductsByCategory } from './product.service.ts';

/** How many products a row of the home page shows at first. */
const productsPerRow = 8;
/** About the tiles of the categories and the first two rows of the home page, which the first visitor sees. */
const firstScreen = 40;
/** Widths that a screen shows in a tile of a category and in a card: at one pixel per pixel and phones first, then denser ones. */
const widths = { category: [160, 320], product: [320, 640] } as const;

/**
 * Draws the demo images of the first screens in the background, so that no visitor waits for them: at the lowest priority, one
 * after the other, each followed by a pause as long as the drawing, and only while no request waits for an image. Does nothing for
 * other images and for those that are stored. `stop` resolves when the drawing under way has ended.
 */
export function startFirstPictures(context: Context): { stop(): Promise<void>; done: Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = drawFirstPictures(context, signal).catch((err: unknown) => {
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

async function drawFirstPictures(context: Context, signal: AbortSignal): Promise<void> {
  for (const [index, { hash, width }] of (await listFirstPictures(context)).entries()) {
    const startedAt = performance.now();
    if (signal.aborted) return;
    await drawInBackground(context, { hash, width, format: 'avif' }, signal);
    if (index >= firstScreen) await wait(performance.now() - startedAt, undefined, { signal });
  }
}

/** Those of the demo catalogue, in the order in which pages show them. */
async function listFirstPictures(context: Context): Promise<{ hash: string; width: ImageWidth }[]> {
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
  const drawn = new Set(await selectDrawnHashes(context.db, [...new Set(wanted.map(({ hash }) => hash))]));
  return wanted.filter(({ hash }) => drawn.has(hash));
}

function toPictures(urls: readonly string[], width: ImageWidth): { hash: string; width: ImageWidth }[] {
  return urls.map((url) => ({ hash: url.split('/')[2] ?? '', width }));
}
