const size = /(\d{1,6}(?:\.\d{1,3})?)\s*(kg|kilo|g|gm|gram|l|ltr|litre|liter|ml|pc|piece)s?(?![a-z0-9])/g;

/** What a shopper typed, with the amounts apart: 'milk 1.5 L' is 'milk' in the size '1500ml'. */
export function takeSizes(typed: string): { rest: string; sizes: string[] } {
  const sizes = new Set<string>();
  const rest = typed.toLowerCase().replace(size, (_all, amount: string, unit: string) => {
    sizes.add(sizeOf(Number(amount), unit));
    return ' ';
  });
  return { rest, sizes: [...sizes] };
}

/** The same as the function search_sizes of the database makes of a product's unit. */
function sizeOf(amount: number, unit: string): string {
  const isThousands = unit.startsWith('k') || unit.startsWith('l');
  // Thousandths have no exact binary form: 1.005 × 1000 is not quite 1005.
  const inBaseUnit = Math.round(amount * (isThousands ? 1000 : 1) * 1000) / 1000;
  return `${inBaseUnit}${baseUnitOf(unit)}`;
}

function baseUnitOf(unit: string): string {
  if (unit.startsWith('k') || unit.startsWith('g')) return 'g';
  return unit.startsWith('p') ? 'pc' : 'ml';
}
