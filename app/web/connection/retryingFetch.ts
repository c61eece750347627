/** A request that waits for the network. */
export interface WaitingRequest {
  /** It changes something: the server may have accepted it although the response was lost. */
  writes: boolean;
  /** What failed: the connection, or the server itself, which is overloaded or restarting. */
  failed: "network" | "server";
  signal: AbortSignal | undefined;
}

/** Statuses of a proxy without its server, and of an overloaded server. */
const unavailable = new Set([502, 503, 504]);

/**
 * `fetch` for unreliable networks. A request for a screen's data, or a form, that gets no response does not
 * fail the screen: the page stays unchanged, with the typed text, until `wait` says to retry the same
 * request. Forms carry keys, so nothing is done twice. Everything else is passed on unchanged.
 */
export function retryingFetch(
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

/** React Router requests a screen's data, and posts its forms, at an address that ends in `.data`. */
function isScreenData(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  return new URL(address, "http://here").pathname.endsWith(".data");
}
