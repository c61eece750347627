/** The largest document of a bot, in bytes. */
export const maxDocumentBytes = 10 * 1024 * 1024;
