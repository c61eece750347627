import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import type { RenderToPipeableStreamOptions } from "react-dom/server";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { platformContext } from "./middleware/platform.server.ts";
import type { RouteHandle, loader as rootLoader } from "./root.tsx";

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
  const scripts = scriptsOf(routerContext);
  // server.ts turns this into the policy `script-src 'none'`.
  if (scripts === "none") headers.set("x-scripts", "none");
  return new Promise((resolve, reject) => {
    let shellSent = false;
    let statusNow = status;
    const userAgent = request.headers.get("user-agent");
    // Pages without script are sent whole: streamed parts would need script to take their place.
    const ready: keyof RenderToPipeableStreamOptions =
      scripts !== "all" || (userAgent && isbot(userAgent)) ? "onAllReady" : "onShellReady";
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

/** What script the page may hold: all, inline modules alone, or none (its own wish, or lite mode). */
function scriptsOf({ staticHandlerContext, routeModules }: EntryContext): "all" | "inline" | "none" {
  const root = staticHandlerContext.loaderData.root as
    | Awaited<ReturnType<typeof rootLoader>>["data"]
    | undefined;
  if (root?.lite) return "none";
  const wishes = staticHandlerContext.matches.map(
    ({ route }) => (routeModules[route.id]?.handle as RouteHandle | undefined)?.scripts,
  );
  if (wishes.includes("none")) return "none";
  return wishes.includes(false) ? "inline" : "all";
}
