/** KRA's number of a taxpayer: A of a person or P of an organisation, nine digits, a letter. */
export const kraPinExample = "P051234567X";
