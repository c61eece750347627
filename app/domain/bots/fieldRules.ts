/** The largest document of a bot. */
export const maxDocumentBytes = 10 * 1024 * 1024;
