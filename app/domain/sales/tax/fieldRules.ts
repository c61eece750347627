export const headOffice = "00";
/** Digits of KRA's class of an item. */
export const classDigits = { least: 8, most: 10 } as const;
