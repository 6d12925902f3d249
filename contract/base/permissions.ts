/** What a person of the staff may do. Each endpoint of the staff names the ones of which it needs one. */
export const permissions = [
  'view-orders',
  'pick',
  'hand-over',
  'deliver',
  'take-cash',
  'confirm-upi',
  'correct-payments',
  'cancel',
  /** Also decide reported problems. */
  'refund',
  /** Invoices and credit notes of any order. */
  'view-invoices',
  'grant-credit',
  'view-customers',
  /** See email address and phone number of a shopper. */
  'contact-shopper',
  'block-customers',
  /** Also categories and pictures. */
  'edit-products',
  'change-prices',
  'count-stock',
  /** Import and export the whole catalogue with prices and stock. */
  'import',
  'discounts',
  'home-page',
  'pause-orders',
  /** Also the pages with texts, and the opening of the store. */
  'settings',
  /** Payment methods, the UPI account, legal data and taxes. */
  'payment-settings',
  'staff',
  'reports',
  'accounting',
  'close-day',
  'history',
  'security-log',
] as const;
export type Permission = (typeof permissions)[number];

/** One or more permissions, of which one is enough. */
export type AnyPermission = readonly [Permission, ...Permission[]];

const notOfManagers: readonly Permission[] = ['payment-settings', 'staff', 'security-log'];

export const roles = ['owner', 'manager', 'picker', 'rider', 'support', 'accountant'] as const;
/** A role of the staff. A person may have several. */
export type Role = (typeof roles)[number];

/** What each role may do. */
export const permissionsByRole: Record<Role, readonly Permission[]> = {
  owner: permissions,
  manager: permissions.filter((permission) => !notOfManagers.includes(permission)),
  picker: ['view-orders', 'pick', 'hand-over', 'count-stock'],
  rider: ['view-orders', 'deliver', 'take-cash'],
  support: [
    'view-orders',
    'cancel',
    'refund',
    'view-invoices',
    'grant-credit',
    'view-customers',
    'contact-shopper',
  ],
  accountant: ['view-orders', 'view-invoices', 'reports', 'accounting'],
};

/** The permissions of a person with these roles. */
export function permissionsOf(held: readonly Role[]): Permission[] {
  const granted = new Set(held.flatMap((role) => permissionsByRole[role]));
  return permissions.filter((permission) => granted.has(permission));
}

/** The roles that have a permission. */
export function rolesWith(permission: Permission): Role[] {
  return roles.filter((role) => permissionsByRole[role].includes(permission));
}

/**
 * Roles that reach money, prices, settings or the customers. People with one need a second factor where the store
 * requires it, and cannot reset their password by email alone. Only the others may log in by PIN.
 */
export const privilegedRoles: readonly Role[] = ['owner', 'manager', 'support', 'accountant'];

export function isPrivileged(held: readonly Role[]): boolean {
  return held.some((role) => privilegedRoles.includes(role));
}
