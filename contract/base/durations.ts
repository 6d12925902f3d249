export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Minutes from the order to the door that a store promises until its settings say otherwise. */
export const deliveryPromiseMinutes = 10;

/** How long the stock of an unpaid card order is reserved. */
export const reservationMinutes = 30;

/** For how long a shopper can choose what replaces a missing product, unless the store has set it. */
export const answerSeconds = 90;

/** How long the code of a password reset works, and how long after it the new password may be chosen. */
export const oneTimeCodeMinutes = 10;

/** How long to wait before another one-time code is sent. */
export const oneTimeCodeWaitSeconds = 60;

/** For how long after the delivery a shopper can report a problem. */
export const problemReportDays = 7;

/** How long after a login or a step-up refunds, imports, exports and similar calls need no confirmation. */
export const stepUpMinutes = 15;

/** How long the link of an invitation to the staff works. */
export const invitationDays = 3;

/** How long the code works that approves a device for logins by PIN. */
export const deviceCodeMinutes = 10;

/** When a session by PIN ends: after the login, and after its last use. A trigger of the table says the same. */
export const pinSessionHours = 12;
export const pinIdleMinutes = 60;

/** When a forgotten shift ends. */
export const shiftHours = 12;

/** For how long the picture of a delivery is stored, after which problems can no longer be reported. */
export const deliveryPhotoDays = 30;

/** How long limits of coupons and a block outlive a deleted account, by a keyed digest of its email address. */
export const formerCustomerDays = 365;

/** How long the request for delivery to a place is stored. */
export const deliveryRequestDays = 365;

/**
 * How long an event stays in the security log: CERT-In asks Indian companies for 180 days. A trigger of the table
 * keeps it too.
 */
export const securityEventDays = 180;
