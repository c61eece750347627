import { describe, expect, it } from "vitest";
import { readCookie } from "#app/platform/http/cookies.ts";
import { dropPlantedCookies, protectCookies } from "./hostCookies.server.ts";

describe("with https", () => {
  it("every cookie is secure, and ours belong to this host; the specification's name stays", () => {
    const headers = new Headers();
    for (const cookie of [
      "tarishi_toast=a; Path=/",
      "otp_email=b; Path=/",
      "tarishi_session=c; Path=/; Secure",
    ])
      headers.append("set-cookie", cookie);
    protectCookies(headers);
    const once = headers.getSetCookie();
    expect(once).toEqual([
      "__Host-tarishi_toast=a; Path=/; Secure",
      "otp_email=b; Path=/; Secure",
      "__Host-tarishi_session=c; Path=/; Secure",
    ]);
    protectCookies(headers);
    expect(headers.getSetCookie()).toEqual(once);
  });

  it("a cookie planted by another host is ignored", () => {
    const headers = new Headers({
      cookie: "tarishi_session=planted; other=1; __Host-tarishi_session=own",
    });
    dropPlantedCookies(headers);
    expect(headers.get("cookie")).toBe("other=1; __Host-tarishi_session=own");
    expect(readCookie(headers.get("cookie"), "tarishi_session")).toBe("own");
    const planted = new Headers({ cookie: "tarishi_session=planted" });
    dropPlantedCookies(planted);
    expect(planted.get("cookie")).toBeNull();
  });
});
