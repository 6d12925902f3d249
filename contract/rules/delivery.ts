/** Minutes from the order to the door, as promised on every page and used for `promisedAt`. */
export const deliveryPromiseMinutes = 10;

/** Minutes after the promised time when a shopper is told that the order is late. The order board says so at once. */
export const lateGraceMinutes = 5;
