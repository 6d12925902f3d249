import type { Part, ShopIdentity, Wording } from './wording.ts';

/** A letter as text, for mail programs without pages and for the log. */
export function plainTextOf({ first, parts }: Wording, shop: ShopIdentity): string {
  return [first, ...parts.map(textOf), `${shop.name}\n${shop.url}`].join('\n\n').concat('\n');
}

function textOf(part: Part): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text;
    case 'code':
      return `    ${part.code}`;
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'bill':
      return part.rows.map(({ label, amount }) => `  ${label}: ${amount}`).join('\n');
  }
}
