import { ArrowRight } from 'lucide-react';
import { formatPaise, toPaise } from '#contract/rules/money/money.ts';
import type { AuditEntry } from '#contract/store.ts';
import { Thumbnail } from './thumbnail.tsx';

const labels: Record<string, string> = {
  name: 'Name',
  brand: 'Brand',
  sku: 'SKU',
  barcode: 'Barcode',
  costPrice: 'Cost price',
  location: 'Location',
  origin: 'Country of origin',
  status: 'Status',
  family: 'Family',
  maximumPerOrder: 'Maximum per order',
  lowStockThreshold: 'Low stock at',
  hsn: 'HSN code',
  gstRate: 'GST',
  cessRate: 'Cess',
  image: 'Image',
  hue: 'Tint',
  category: 'Category',
  subCategory: 'Sub category',
  unit: 'Unit',
  veg: 'Veg or non-veg',
  stock: 'Stock',
  price: 'Price',
  discount: 'Discount',
  description: 'Description',
  more_details: 'Details',
};

export function fieldLabel(field: string): string {
  return labels[field] ?? field;
}

/** Image URLs of an audit log value; null if the field is not an image field. */
export function imageUrls(field: string, value: unknown): string[] | null {
  if (field !== 'image') return null;
  const addresses = Array.isArray(value) ? value : [value];
  return addresses.filter((address) => typeof address === 'string' && address !== '');
}

/** Display text of an audit log value; empty for no value. */
export function formatChange(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && (field === 'price' || field === 'costPrice'))
    return formatPaise(toPaise(value));
  if (typeof value === 'number' && ['discount', 'gstRate', 'cessRate'].includes(field)) return `${value} %`;
  if (typeof value === 'boolean' && field === 'veg') return value ? 'Veg' : 'Non-veg';
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

/** Changed fields of one audit log entry, each with old and new value. */
export function ChangeList({ changes }: { changes: AuditEntry['changes'] }) {
  return (
    <dl className="grid gap-y-2 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="font-semibold">{fieldLabel(field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <Value field={field} value={before} isOld />
            <ArrowRight aria-hidden="true" className="size-4 flex-none text-ink-soft" />
            <Value field={field} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, value, isOld = false }: { field: string; value: unknown; isOld?: boolean }) {
  const pictures = imageUrls(field, value);
  const Mark = isOld ? 'del' : 'ins';
  const tone = isOld ? 'text-ink-soft line-through' : 'font-semibold no-underline';
  if (pictures !== null && pictures.length > 0) {
    return (
      <Mark className="flex flex-wrap gap-1 no-underline">
        <span className="sr-only">{isOld ? 'old image' : 'new image'}</span>
        {pictures.map((src) => (
          <span key={src} className={`w-11 ${isOld ? 'opacity-60' : ''}`}>
            <Thumbnail src={src} sizes="2.75rem" className="rounded-md" />
          </span>
        ))}
      </Mark>
    );
  }
  const text = formatChange(field, value);
  if (text === '') return <span className="text-ink-soft italic">empty</span>;
  return <Mark className={`min-w-0 whitespace-pre-line wrap-anywhere ${tone}`}>{text}</Mark>;
}
