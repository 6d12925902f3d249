/** How long the code of a password reset works, and how long after it the new password may be chosen. */
export const oneTimePasswordMinutes = 10;

/** How long the stock of an unpaid card order is reserved. */
export const reservationMinutes = 30;
