/** The first moment of a month in Kenya. */
export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00+03:00`);
