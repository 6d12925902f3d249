/** Minutes from the order to the door, as promised on every page and used for `promisedAt`. */
export const deliveryPromiseMinutes = 10;
