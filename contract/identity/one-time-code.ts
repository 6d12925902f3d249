/** How long the code of a password reset works, and how long after it the new password may be chosen. */
export const oneTimeCodeMinutes = 10;
