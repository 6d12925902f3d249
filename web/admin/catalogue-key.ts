/** Begins the key of every query about the catalogue, so that whoever changes it can have all of them read again. */
export const catalogueKey = 'catalogue';
