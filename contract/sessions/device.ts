/** The device of a session that cannot be recognized. */
export const unknownDevice = 'Unknown device';
