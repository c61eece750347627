/** Where the name of the typing member comes in a sentence of the server. */
export const namePlace = "{name}";
