/** The opaque session of the signed-in user. */
export const sessionCookieName = "tarishi_session";
/** A sign-in that still needs a code. */
export const pendingCookieName = "tarishi_pending";

/** The prefix that browsers accept only from this very host, over https: no sibling domain can plant it. */
export const hostPrefix = "__Host-";

/** Reads one cookie from a `Cookie` header, by its name with or without the prefix of https. */
export const readCookie = (header: string | null, name: string): string | undefined =>
  readNamed(header, `${hostPrefix}${name}`) ?? readNamed(header, name);

function readNamed(header: string | null, name: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const [key, ...rest] = part.trim().split("=");
    if (key === name) {
      try {
        return decodeURIComponent(rest.join("="));
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

/** A `Set-Cookie` value: URL-encoded, path /, SameSite Lax; days default to 1, `null` is the browser session. */
export function writeCookie(
  name: string,
  value: string,
  options: { days?: number | null; httpOnly?: boolean; secure?: boolean } = {},
): string {
  const days = options.days === undefined ? 1 : options.days;
  const parts = [`${name}=${encodeURIComponent(value)}`, "Path=/", "SameSite=Lax"];
  if (days !== null) parts.push(`Max-Age=${Math.round(days * 86_400)}`);
  if (options.httpOnly) parts.push("HttpOnly");
  if (options.secure) parts.push("Secure");
  return parts.join("; ");
}
