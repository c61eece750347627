/** The time in which an organisation's system must respond. */
export const responseSeconds = 15;
/** The first characters of a response, which are read and logged. */
export const responseCharacters = 2_000;
