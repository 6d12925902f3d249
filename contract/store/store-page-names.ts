/** The pages whose text the staff write, in the order of the footer. */
export const storePageNames = ['terms', 'privacy', 'refunds', 'help', 'about'] as const;
export type StorePageName = (typeof storePageNames)[number];

/** For the staff. */
export const storePageTitles: Readonly<Record<StorePageName, string>> = {
  terms: 'Terms of use',
  privacy: 'Privacy',
  refunds: 'Refunds and delivery',
  help: 'Help',
  about: 'About us',
};

/** Null for an address that is not one of these pages. */
export function findStorePage(name: string | undefined): StorePageName | null {
  return storePageNames.find((page) => page === name) ?? null;
}

/** The page with the seller and the grievance officer, which is always public. */
export const contactPath = '/page/contact';

/** The address of a page, which is found only while the page is published. */
export const storePagePath = (page: StorePageName): string => `/page/${page}`;
