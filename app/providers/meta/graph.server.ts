import { Pool } from "undici";

/** Meta's Graph API: the only way to it. */
export interface Graph {
  /** Base address with version, `https://graph.facebook.com/v25.0`. */
  readonly baseUrl: string;
  /** For management calls. */
  readonly pool: Pool;
  /** For sending, so that neither waits for the other. */
  readonly sendingPool: Pool;
  /** The concurrent requests of `sendingPool`. */
  readonly sendingConnections: number;
  /** `/v25.0`, to prefix the paths of both. */
  readonly pathPrefix: string;
  /** One management call. @throws GraphError when Meta refuses; GraphUnreachable without a response. */
  call<T>(request: GraphRequest): Promise<T>;
  close(): Promise<void>;
}

export interface GraphRequest {
  method: "GET" | "POST" | "DELETE";
  /** Path below the version, `/{WABA}/subscribed_apps`. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  accessToken?: string;
}

/** Meta's error envelope (facts/whatsapp-cloud-api.md §1.4). Decide on `code`. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: number;
  readonly subcode: number | undefined;
  readonly details: string;
  readonly userTitle: string | undefined;
  readonly userMessage: string | undefined;
  /** Meta marks the error as transient. */
  readonly isTransient: boolean;
  constructor(status: number, body: GraphErrorBody) {
    const error = body.error ?? {};
    super(error.message ?? `Meta answered ${status}`);
    this.name = "GraphError";
    this.status = status;
    this.code = error.code ?? 0;
    this.subcode = error.error_subcode;
    this.details = error.error_data?.details ?? error.error_user_msg ?? error.message ?? "";
    this.userTitle = error.error_user_title;
    this.userMessage = error.error_user_msg;
    this.isTransient = error.is_transient ?? false;
  }
}

export interface GraphErrorBody {
  error?: {
    message?: string;
    code?: number;
    error_subcode?: number;
    error_data?: { details?: string };
    error_user_title?: string;
    error_user_msg?: string;
    is_transient?: boolean;
  };
}

/** No response, or an unreadable one: whether Meta did it is unknown. */
export class GraphUnreachable extends Error {
  constructor(cause: unknown) {
    super("Meta does not answer", { cause });
    this.name = "GraphUnreachable";
  }
}

const answerTimeoutMs = 30_000;
const sendingConnections = 512;

export function createGraph(options: { url: string; version: string }): Graph {
  const pathPrefix = `/${options.version}`;
  const { origin } = new URL(options.url);
  const patience = {
    connect: { timeout: 5000 },
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    keepAliveTimeout: 30_000,
    // Over HTTP/2 undici retries posts that the other side refused; only the sender may decide whether a
    // message is sent again.
    allowH2: false,
  };
  const pool = new Pool(origin, { ...patience, connections: 32 });
  // A number may send 1,000/s, and a response takes up to a quarter of a second.
  const sendingPool = new Pool(origin, { ...patience, connections: sendingConnections });
  return {
    baseUrl: `${options.url}${pathPrefix}`,
    pool,
    sendingPool,
    sendingConnections,
    pathPrefix,
    async call<T>({ method, path, query, body, accessToken }: GraphRequest): Promise<T> {
      const search = query ? `?${new URLSearchParams(query)}` : "";
      let status: number;
      let text: string;
      try {
        const answer = await pool.request({
          method,
          path: `${pathPrefix}${path}${search}`,
          headers: {
            ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        status = answer.statusCode;
        text = await answer.body.text();
      } catch (error) {
        throw new GraphUnreachable(error);
      }
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch (error) {
        throw new GraphUnreachable(error);
      }
      if (status >= 400) throw new GraphError(status, parsed as GraphErrorBody);
      return parsed as T;
    },
    async close() {
      await Promise.all([pool.close(), sendingPool.close()]);
    },
  };
}
