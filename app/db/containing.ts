/** The pattern of `like` for texts that contain this one; its `%` and `_` are literal. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
