/** The largest file that the handset sends, in bytes. */
export const maxHandsetFileBytes = 20 * 1024 * 1024;
/** Of one product in a cart. */
export const mostPieces = 99;
