/** A handler's result, independent of the socket. */
export interface Reply {
  status: number;
  body: string | Buffer;
  contentType: string;
  headers?: Record<string, string>;
  /** Graph error code, for the request log. */
  errorCode?: number;
  /** Respond this much later. */
  delayMs?: number;
  /** Cut the connection without a response. */
  destroy?: boolean;
}

const JSON_TYPE = "application/json; charset=UTF-8";

export function jsonReply(status: number, body: object): Reply {
  const reply: Reply = { status, body: JSON.stringify(body), contentType: JSON_TYPE };
  const error = (body as { error?: { code?: unknown } }).error;
  if (typeof error?.code === "number") reply.errorCode = error.code;
  return reply;
}

/** For bodies that are already JSON text. */
export function rawJsonReply(body: string): Reply {
  return { status: 200, body, contentType: JSON_TYPE };
}

export function success(): Reply {
  return rawJsonReply('{"success":true}');
}

export function htmlReply(status: number, body: string): Reply {
  return {
    status,
    body,
    contentType: "text/html; charset=utf-8",
    headers: {
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
    },
  };
}

export function redirectReply(location: string): Reply {
  return {
    status: 303,
    body: "",
    contentType: "text/plain; charset=utf-8",
    headers: { location, "cache-control": "no-store" },
  };
}
