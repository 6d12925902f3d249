import { hashOf, pickBy } from './chance.ts';
import type { Article } from './expand.ts';
import { wordsOf } from './words.ts';

/** Two or three sentences about an article. */
export function descriptionOf({ name, title, shelf }: Article): string {
  const { openings, closings } = wordsOf[shelf.kind];
  const fill = (sentence: string) =>
    sentence.replaceAll('{name}', name.replace(/ \([^)]*\)$/, '')).replaceAll('{title}', title.toLowerCase());
  const sentences = [
    fill(pickBy(`opening ${name}`, openings)),
    pickBy(`about ${name}`, shelf.about),
    pickBy(`closing ${name}`, closings),
  ];
  return sentences.join(' ');
}

/** What else is to be known, label by label, in the order in which it is shown. */
export function detailsOf(article: Article): Record<string, string> {
  const { brand, title, name, shelf, unit } = article;
  const words = wordsOf[shelf.kind];
  const lot = hashOf(`lot ${name}`);
  return {
    Brand: brand?.name ?? 'Loose, without a brand',
    Type: title,
    'Net quantity': unit,
    [words.madeLabel]: shelf.made,
    [words.lifeLabel]: shelf.life,
    Storage: words.storage,
    'Country of origin': countryOf(article),
    'Packed by': brand === null ? 'Tokri demo store, Pune' : `${brand.name} (demo maker), ${brand.city}`,
    ...(words.isFood
      ? { 'FSSAI licence': `DEMO-${String(lot).padStart(10, '0')}` }
      : { Lot: `DEMO-${lot.toString(36).toUpperCase()}` }),
    Disclaimer: 'An invented product of a demo shop. Any likeness to a real one is chance.',
  };
}

// A few things really come from elsewhere.
const imports: readonly [RegExp, string][] = [
  [/california almonds|pistachio/i, 'USA'],
  [/kiwi/i, 'New Zealand'],
  [/medjool|ajwa|kimia/i, 'Jordan'],
  [/olive oil/i, 'Spain'],
  [/salmon|macadamia|brazil nuts|cranberr/i, 'Imported'],
];

function countryOf({ title }: Article): string {
  return imports.find(([pattern]) => pattern.test(title))?.[1] ?? 'India';
}
