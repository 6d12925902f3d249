import { formatExactPaise } from '#contract/base/money.ts';
import { parsePackQuantity } from './pack-sizes.ts';

const thousand = 1000;
const large = { g: 'kg', ml: 'L' } as const;

/**
 * The unit sale price of rule 6(11) of the Legal Metrology (Packaged Commodities) Rules: `₹0.12/g` or `/ml` for a
 * pack of less than 1 kg or 1 litre, `/kg` or `/L` from there on, `/pc` for pieces; rounded to paise. The same in all
 * languages, as it is printed on packs. Empty for a unit without a quantity, one piece, and a price that is less than
 * half a paisa.
 *
 * @param pricePaise after discount
 */
export function toUnitPrice(unit: string, pricePaise: number): string {
  const quantity = parsePackQuantity(unit);
  if (quantity === null) return '';
  const { milli, base } = quantity;
  if (base === 'pc') return milli === thousand ? '' : format((pricePaise * thousand) / milli, 'pc');
  // All factors together stay below 2^53, so only the division rounds.
  return milli < thousand * thousand
    ? format((pricePaise * thousand) / milli, base)
    : format((pricePaise * thousand * thousand) / milli, large[base]);
}

function format(paise: number, per: string): string {
  const rounded = Math.round(paise);
  return rounded === 0 ? '' : `${formatExactPaise(rounded)}/${per}`;
}
