/** The largest file that the handset sends. */
export const maxHandsetFileBytes = 20 * 1024 * 1024;
