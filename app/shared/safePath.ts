const anyOrigin = "http://this.site";

/** `path` when it leads to a page of this site, read as a browser reads it, else `fallback`. */
export function safePath(path: string | null | undefined, fallback: string): string {
  if (!path?.startsWith("/") || path.length > 2000) return fallback;
  const url = URL.parse(path, anyOrigin);
  if (url?.origin !== anyOrigin) return fallback;
  const read = `${url.pathname}${url.search}${url.hash}`;
  return read.startsWith("//") ? fallback : read;
}
