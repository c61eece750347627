import { hostPrefix } from "#app/platform/http/cookies.ts";

/** All of ours except those named in the specification. */
const isPrefixed = (cookie: string) => cookie.startsWith("tarishi_");

/** With https every cookie is `Secure`, and ours get the prefix that ties them to this host. */
export function protectCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.length === 0) return;
  headers.delete("set-cookie");
  for (const cookie of cookies) {
    const secured = /;\s*secure\s*(;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`;
    headers.append("set-cookie", isPrefixed(cookie) ? `${hostPrefix}${secured}` : secured);
  }
}

/** Removes cookies of ours without the prefix, which another host of the domain may have planted. */
export function dropPlantedCookies(headers: Headers): void {
  const cookies = headers.get("cookie");
  if (cookies === null || !cookies.includes("tarishi_")) return;
  const kept = cookies.split(";").filter((part) => !isPrefixed(part.trimStart()));
  if (kept.length === 0) headers.delete("cookie");
  else headers.set("cookie", kept.join(";").trimStart());
}
