// In lower case: what people and browsers enter.
const namesOfIndia = new Set(['india', 'in', 'ind', 'bharat', 'भारत']);

/**
 * Whether a country, as entered, is India, whose formats are validated in full. Apart from them, for the first load
 * of the cart.
 */
export function isIndia(country: string): boolean {
  return namesOfIndia.has(country.trim().toLowerCase());
}
