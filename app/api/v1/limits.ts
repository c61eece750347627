/** Messages of one call. */
export const mostInBulk = 1000;

/** Files that an organisation may upload in a minute. */
export const uploadsAMinute = 100;
