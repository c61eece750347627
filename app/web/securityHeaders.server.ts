/** The headers that every answer carries; the Content-Security-Policy is each page's own. */
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
