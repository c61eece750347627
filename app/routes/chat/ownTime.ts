/** The choice of a time that is not among the offered ones. */
export const ownTime = "own";
