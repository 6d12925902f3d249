import type { Role } from '#contract/base/permissions.ts';

/** Names of the roles and what they are for. */
export const roleTexts: Record<Role, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'Everything, also staff and payment settings' },
  manager: { label: 'Manager', hint: 'Everything else: orders, products, prices, reports, settings' },
  picker: { label: 'Picker', hint: 'Picks orders and counts stock. Sees first names only' },
  rider: { label: 'Rider', hint: 'Delivers and takes cash. Sees name, address and phone' },
  support: { label: 'Support', hint: 'Cancels, refunds, grants credit, contacts customers' },
  accountant: { label: 'Accountant', hint: 'Invoices, reports and accounting. Sees no phone' },
};

/** Such as 'Picker, Rider'. */
export function roleNames(roles: readonly Role[]): string {
  return roles.map((role) => roleTexts[role].label).join(', ');
}
