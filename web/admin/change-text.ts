import { formatPaise, paiseOf } from '#contract/rules/money.ts';

const labels: Record<string, string> = {
  name: 'Name',
  image: 'Image',
  hue: 'Tint',
  category: 'Category',
  subCategory: 'Sub category',
  unit: 'Unit',
  stock: 'Stock',
  price: 'Price',
  discount: 'Discount',
  description: 'Description',
  more_details: 'Details',
};

/** What a field of the history is called on the page. */
export function fieldLabel(field: string): string {
  return labels[field] ?? field;
}

/** The addresses of the pictures that a value of the history names; null when it is about something else. */
export function picturesIn(field: string, value: unknown): string[] | null {
  if (field !== 'image') return null;
  const addresses = Array.isArray(value) ? value : [value];
  return addresses.filter((address) => typeof address === 'string' && address !== '');
}

/** A value of the history as people read it; empty when there was nothing. */
export function changeText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && field === 'price') return formatPaise(paiseOf(value));
  if (typeof value === 'number' && field === 'discount') return `${value} %`;
  if (Array.isArray(value)) return value.map((one) => nameOf(one)).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([label, text]) => `${label}: ${text}`)
      .join('\n');
  }
  return String(value);
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name);
  return String(value);
}
