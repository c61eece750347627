/** Adds the default policy to a response without one: no framing, and data runs nothing. */
export function addDefaultPolicy(headers: Headers): void {
  if (headers.has("content-security-policy")) return;
  const isData = /^(application\/(json|problem\+json)|text\/(csv|plain|x-script))\b/;
  const own = isData.test(headers.get("content-type") ?? "") ? "default-src 'none'; " : "";
  headers.set("content-security-policy", `${own}frame-ancestors 'none'`);
}

/** The headers of every response; the Content-Security-Policy is each page's own, or `addDefaultPolicy`. */
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

const metaHosts = "https://*.facebook.com https://*.facebook.net https://*.fbcdn.net";

/**
 * A page declares by the header `x-scripts: none` that it has no script, by `x-csp: meta-sdk` that Meta's
 * JavaScript SDK runs on it, and by `x-csp-form-action` the other origins of its forms.
 */
export function contentSecurityPolicy(
  allowed: { scripts: string; styles: string },
  headers: Headers,
  mode: string,
): string {
  const scripts = headers.get("x-scripts") === "none" ? "'none'" : allowed.scripts;
  const connect = mode === "development" ? "'self' ws:" : "'self'";
  const style = mode === "development" ? "'self' 'unsafe-inline'" : `'self' ${allowed.styles}`;
  const meta = headers.get("x-csp") === "meta-sdk" ? ` ${metaHosts}` : "";
  const formAction = headers.get("x-csp-form-action");
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${style.trim()}`,
    `img-src 'self' data:${meta}`,
    "media-src 'self'",
    "font-src 'self'",
    `connect-src ${connect}${meta}`,
    ...(meta ? [`frame-src${meta}`] : []),
    `form-action 'self'${formAction ? ` ${formAction}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join("; ");
}
