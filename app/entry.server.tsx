import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import type { RenderToPipeableStreamOptions } from "react-dom/server";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { platformContext } from "./middleware/platform.server.ts";

export { createLoadContext } from "./middleware/platform.server.ts";

const abortAfterMs = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(platformContext);
  return new Promise((resolve, reject) => {
    let shellSent = false;
    let statusNow = status;
    const userAgent = request.headers.get("user-agent");
    // Pages without script are sent whole: streamed parts would need script to take their place.
    const ready: keyof RenderToPipeableStreamOptions =
      (userAgent && isbot(userAgent)) || routerContext.isSpaMode ? "onAllReady" : "onShellReady";
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [ready]() {
          shellSent = true;
          const body = new PassThrough();
          headers.set("content-type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusNow }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          statusNow = 500;
          if (shellSent) console.error(error);
        },
      },
    );
    setTimeout(abort, abortAfterMs + 1000).unref();
  });
}
