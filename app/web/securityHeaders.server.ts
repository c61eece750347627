/** Gives an answer without a policy of its own one: nobody frames it, and data runs nothing. */
export function addDefaultPolicy(headers: Headers): void {
  if (headers.has("content-security-policy")) return;
  const isData = /^(application\/(json|problem\+json)|text\/(csv|plain|x-script))\b/;
  const own = isData.test(headers.get("content-type") ?? "") ? "default-src 'none'; " : "";
  headers.set("content-security-policy", `${own}frame-ancestors 'none'`);
}

/** The headers that every answer carries; the Content-Security-Policy is each page's own, or `addDefaultPolicy`. */
export function securityHeaders(config: { secureCookies: boolean }): [name: string, value: string][] {
  return [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["x-frame-options", "DENY"],
    ["permissions-policy", "camera=(), microphone=(self), geolocation=()"],
    ["cross-origin-opener-policy", "same-origin-allow-popups"],
    ...(config.secureCookies
      ? [["strict-transport-security", "max-age=31536000; includeSubDomains"] as [string, string]]
      : []),
  ];
}
