import { apiError } from "#app/api/errors.ts";

/**
 * Refuses a writing request from a page of another site. Browsers declare it by `Sec-Fetch-Site` or `Origin`;
 * a form of an old browser that sends neither needs the form token (checked by the web tier), and cannot send
 * JSON.
 */
export function refuseCrossSite(request: Request, appUrl: string): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const refusal = apiError("request.cross_site");
  if (site !== null && site !== "same-origin" && site !== "none") throw refusal;
  if (origin !== null && origin !== new URL(appUrl).origin && origin !== new URL(request.url).origin)
    throw refusal;
  if (site === null && origin === null) {
    const type = request.headers.get("content-type") ?? "";
    if (/^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)/i.test(type)) throw refusal;
  }
}
