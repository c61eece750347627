/** Default rows per page. */
export const pageSize = 25;

/** The shown page of a list: the last one, when fewer are left than requested. */
export function pageOf(total: number, wanted: number, size = pageSize) {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(wanted, pages);
  return { total, pages, page, offset: (page - 1) * size };
}
