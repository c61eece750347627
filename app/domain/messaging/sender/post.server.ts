import type { Pool, Dispatcher as UndiciDispatcher } from "undici";

/**
 * The raw end of one POST: an answer, or the lack of one and whether the request may have left. undici starts a request
 * before it writes the first byte of it, and only on a connection that stands, so one that did not start has not left.
 */
export type PostResult = { status: number; body: string } | { error: Error; mayHaveLeft: boolean };

/** One POST on the pool, by `dispatch`, the cheapest way that undici has. Never throws. */
export function post(
  pool: Pool,
  path: string,
  headers: Record<string, string> | string[],
  body: string,
  done: (result: PostResult) => void,
  /** Asked when a connection is free for it: false takes the request back, unsent. */
  mayStart: () => boolean = () => true,
): void {
  let status = 0;
  let chunks = "";
  let started = false;
  let ended = false;
  const end = (result: PostResult) => {
    if (ended) return;
    ended = true;
    done(result);
  };
  const handler: UndiciDispatcher.DispatchHandler = {
    onRequestStart(controller) {
      if (mayStart()) started = true;
      else controller.abort(new Error("taken back"));
    },
    onResponseStart(_controller, statusCode) {
      status = statusCode;
    },
    onResponseData(_controller, chunk) {
      chunks += chunk.toString("utf8");
    },
    onResponseEnd() {
      end({ status, body: chunks });
    },
    onResponseError(_controller, error) {
      end({ error, mayHaveLeft: started });
    },
  };
  try {
    pool.dispatch({ method: "POST", path, headers, body }, handler);
  } catch (error) {
    end({ error: error as Error, mayHaveLeft: started });
  }
}
