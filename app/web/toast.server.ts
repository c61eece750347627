import { randomUUID } from "node:crypto";
import { readCookie, writeCookie } from "#app/platform/http/cookies.ts";

/** A short message, top right, on the next page. */
export interface Toast {
  kind: "success" | "error" | "info";
  text: string;
}

const cookieName = "tarishi_toast";

/** Headers of a redirect whose target shows `toast`. */
export function withToast(toast: Toast, headers: HeadersInit = {}): Headers {
  const all = new Headers(headers);
  all.append(
    "set-cookie",
    writeCookie(cookieName, JSON.stringify(toast), { days: 1 / 1440, httpOnly: true }),
  );
  return all;
}

/** The last page's toast, with its own id, and the headers that clear it. */
export function takeToast(request: Request): { toast: (Toast & { id: string }) | null; headers: Headers } {
  const headers = new Headers();
  const stored = readCookie(request.headers.get("cookie"), cookieName);
  if (stored === undefined) return { toast: null, headers };
  headers.append("set-cookie", writeCookie(cookieName, "", { days: 0, httpOnly: true }));
  try {
    const { kind, text } = JSON.parse(stored) as Toast;
    return {
      toast: {
        id: randomUUID(),
        kind: kind === "error" || kind === "info" ? kind : "success",
        text: String(text),
      },
      headers,
    };
  } catch {
    return { toast: null, headers };
  }
}
