/** How long a page may take to respond. */
export const pageSeconds = 10;

/** Of HTML or text; a page's pictures and scripts are not read. */
export const maxPageBytes = 512 * 1024;

export type PageProblem =
  | "no_text"
  | "redirects"
  | "private_host"
  | "no_host"
  | "status"
  | "not_a_page"
  | "late"
  | "unreached"
  | "no_protocol"
  | "password"
  | "port"
  | "too_large"
  | "too_complex";
