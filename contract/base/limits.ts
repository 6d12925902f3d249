// Limits of cart, orders, lists, wishlists and passwords. Limits of other fields: contract/base/fields.ts and the
// module of the call in contract/.

/** Most pieces of one product in a cart and in an order. The tables `cart_line` and `order_line` check it too. */
export const maximumQuantity = 50;

/** Most products in a cart and in an order. */
export const maximumLines = 200;

/** Most shopping lists of an account. */
export const maximumLists = 30;

/** Most products on a wishlist. */
export const maximumWishes = 200;

/** Most orders of an account that await payment. */
export const maximumUnpaidOrders = 2;

/** Most cash orders of an account that are not delivered yet, until its email address is verified. */
export const maximumUnverifiedCashOrders = 3;

/** Most products to which a session of the staff gives another price within an hour without a step-up. */
export const maximumUnconfirmedPrices = 5;

/** Fewest characters of a new password. Older passwords may be shorter. */
export const minimumPasswordLength = 10;

/** The same for administrators. */
export const minimumStaffPasswordLength = 12;

/** Most characters of a password: longer ones only cost time to hash. */
export const maximumPasswordLength = 128;

/** Most passkeys of an account. */
export const maximumPasskeys = 10;

/** The rule for a new password, below its field and as its message. */
export const passwordRule = `At least ${minimumPasswordLength} characters.`;

/**
 * From this total an invoice has to name its recipient and address, also one without a tax number (rule 46 of the
 * CGST Rules). Below it, the state is enough, as the place of supply.
 */
export const namedInvoicePaise = 5_000_000;

/** Digits of a PIN of the staff. */
export const pinLength = 6;

/**
 * Most banners and collections of a store, because the home page shows all of them, and most products of a
 * collection.
 */
export const homeLimits = { banners: 20, collections: 20, products: 100 } as const;

/** Most orders, and most customers, that a list of the staff counts and has pages of. */
export const maximumCounted = 10_000;

/** The same of a search. */
export const maximumFound = 300;
