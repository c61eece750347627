/** Rows of a page, unless a list says otherwise. */
export const pageSize = 25;

/** The page of a list that is shown: the last one, where fewer are left than was asked for. */
export function pageOf(total: number, wanted: number, size = pageSize) {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(wanted, pages);
  return { total, pages, page, offset: (page - 1) * size };
}
