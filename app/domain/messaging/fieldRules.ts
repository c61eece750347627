/** Scores go from 1 to the best. */
export const bestScore = 5;
