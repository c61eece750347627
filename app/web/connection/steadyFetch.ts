/** What is known of a request that waits for the network. */
export interface WaitingRequest {
  /** It changes something: the server may have taken it although the answer was lost. */
  writes: boolean;
  /** What failed: the way to the server, or the server itself, which is overloaded or restarting. */
  failed: "network" | "server";
  signal: AbortSignal | undefined;
}

/** What a proxy answers while nothing stands behind it, and an overloaded server. */
const unavailable = new Set([502, 503, 504]);

/**
 * `fetch` for networks that break. A request for a screen's data, or a form, that gets no answer is not a failure of the
 * screen: the page stays as it is, with what was typed, until `wait` says to send the same request again. Forms carry
 * keys, so what the server took already is not done twice. Everything else is passed on as it is.
 */
export function steadyFetch(
  fetch: typeof globalThis.fetch,
  wait: (request: WaitingRequest) => Promise<void>,
): typeof globalThis.fetch {
  return async (input, init) => {
    if (!isScreenData(input)) return fetch(input, init);
    const signal = init?.signal ?? undefined;
    const writes = (init?.method ?? "GET").toUpperCase() !== "GET";
    for (;;) {
      const answer = await fetch(input, init).catch((error: unknown) => {
        if (signal?.aborted || !(error instanceof TypeError)) throw error;
        return undefined;
      });
      if (answer && !unavailable.has(answer.status)) return answer;
      await wait({ writes, signal, failed: answer ? "server" : "network" });
    }
  };
}

/** React Router asks for the data of a screen, and sends its forms, at an address that ends in `.data`. */
function isScreenData(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  return new URL(address, "http://here").pathname.endsWith(".data");
}
