/** Begins the key of every query about one shopper; the account's id follows. */
export const shopperKey = 'shopper';
