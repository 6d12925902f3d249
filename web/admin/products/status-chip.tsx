import type { ProductStatus } from '#contract/products/product-fields.ts';
import { Chip } from '#web/ui/chip.tsx';

export const statusNames: Record<ProductStatus, string> = {
  active: 'Active',
  draft: 'Draft',
  archived: 'Archived',
};

/** The status of a product; nothing for an active one, as most are. */
export function StatusChip({ status }: { status: ProductStatus }) {
  if (status === 'active') return null;
  return <Chip look={status === 'draft' ? 'warning' : 'plain'}>{statusNames[status]}</Chip>;
}
