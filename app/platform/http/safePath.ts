const anyOrigin = "http://this.site";

/** The API, files for crawlers, and routes that return a file, an event stream or a redirect. */
const noScreen =
  /^\/(api|assets|__manifest|healthz|readyz|metrics|avatar|l|language|navigation|get-started\/hide|notifications\/unread|sandbox\/(file|prompts)|chat\/media|admin\/billing\/file|activity\/ledgers\/file|ledgers|(activity|admin|contacts)\/export)(\/|$)|\/(canned|draft|events|macro|pdf|react|typing)$|[.%]/;

/** `path` when it leads to a screen of this site, parsed as a browser does, else `fallback`. */
export function safePath(path: string | null | undefined, fallback: string): string {
  if (!path?.startsWith("/") || path.length > 2000) return fallback;
  const url = URL.parse(path, anyOrigin);
  if (url?.origin !== anyOrigin || noScreen.test(url.pathname)) return fallback;
  const read = `${url.pathname}${url.search}${url.hash}`;
  return read.startsWith("//") ? fallback : read;
}
