/** The first part of the keys of queries about stock. */
export const stockKey = 'stock';
