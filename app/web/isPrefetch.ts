/** Whether the browser loads a page that may never be opened. */
export const isPrefetch = ({ headers }: Request): boolean =>
  /prefetch/.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "");
