import { imageUrl } from '#contract/rules/image.ts';
import { artistVersion } from './artist/version.ts';
import { hashOf } from './chance.ts';
import { detailsOf } from './describe.ts';
import type { Drawing, PackDrawing } from './drawing.ts';
import type { Article } from './expand.ts';
import { digestOf } from './identity.ts';

/** A picture that the artist draws when it is first asked for. */
export interface Picture {
  hash: string;
  url: string;
  drawing: Drawing;
}

const loose = { brand: '', face: 'friendly', hue: 140 } as const;
const factLabels = ['Ingredients', 'Made with', 'Material', 'Content', 'Storage', 'Country of origin'];

/** Front, back and close-up of an article. */
export function picturesOf(article: Article): Picture[] {
  const { brand, shape, title, unit, food } = article;
  const pack: Omit<PackDrawing, 'view'> = {
    shape,
    ...(brand === null ? loose : { brand: brand.name, face: brand.face, hue: brand.hue }),
    title,
    unit,
    food,
    // The sizes of one thing are printed differently, so that they are told apart in a row.
    look: hashOf(`look ${brand?.name} ${title} ${unit}`) % 10_000,
  };
  const details = detailsOf(article);
  const facts = Object.entries(details).filter(([label]) => factLabels.includes(label));
  return [
    pictureOf({ ...pack, view: 'front' }),
    pictureOf({ ...pack, view: 'back', facts }),
    pictureOf({ ...pack, view: 'close-up' }),
  ];
}

/** A picture of several foods, for a shelf or a category. */
export function groupPicture(name: string, foods: readonly string[], hue: number): Picture {
  return pictureOf({ view: 'group', foods: [...foods], hue, look: hashOf(`group ${name}`) % 10_000 });
}

// The name of a picture tells what it shows and who drew it, so its address never has to be fetched twice.
function pictureOf(drawing: Drawing): Picture {
  const hash = digestOf(`${artistVersion}\n${JSON.stringify(drawing)}`, 22);
  return { hash, url: imageUrl(hash), drawing };
}
