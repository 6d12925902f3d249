/** What an owner does before the store opens, in the order of the list on the dashboard. */
export const openingSteps = [
  'name',
  'address',
  'hours',
  'area',
  'payment',
  'products',
  'staff',
  'testOrder',
  'policies',
  'backup',
  'live',
] as const;
export type OpeningStep = (typeof openingSteps)[number];

/** What a step can lack. */
export const openingGaps = {
  name: ['NAME', 'CONTACT', 'LOGO'],
  address: ['ADDRESS', 'GSTIN', 'FSSAI'],
  hours: ['HOURS'],
  area: ['AREA', 'CHARGES'],
  payment: ['TEST_CARDS', 'UPI'],
  products: ['CATEGORIES', 'PRODUCTS', 'PICTURES', 'DEMO'],
  staff: ['STAFF'],
  testOrder: ['ORDER', 'CLOSED', 'DELIVERY'],
  policies: ['TERMS', 'PRIVACY', 'REFUNDS', 'OFFICER'],
  backup: ['BACKUP'],
  live: ['LIVE'],
} as const satisfies Record<OpeningStep, readonly string[]>;
export type OpeningGap = (typeof openingGaps)[OpeningStep][number];

/** Gaps that a store can have on purpose. An administrator who confirms a step leaves those of the step open. */
const acceptableGaps: ReadonlySet<OpeningGap> = new Set([
  'LOGO',
  'GSTIN',
  'FSSAI',
  'HOURS',
  'AREA',
  'CHARGES',
  'TEST_CARDS',
  'UPI',
  'PICTURES',
  'DEMO',
  'STAFF',
  'BACKUP',
]);

/** Whether the gap closes when an administrator confirms its step. */
export function isAcceptableGap(gap: OpeningGap): boolean {
  return acceptableGaps.has(gap);
}
