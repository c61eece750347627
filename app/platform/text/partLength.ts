/** The characters of an SMS in one part: of its own alphabet, and with any other character (docs/facts/sms.md §5). */
export const partLength = 160;
export const shortPartLength = 70;
