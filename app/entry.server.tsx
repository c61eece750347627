import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import workspaceHref from "./app.css?url";
import authCss from "./auth.css?inline";
import authHref from "./auth.css?url";
import publicCss from "./public.css?inline";
import publicHref from "./public.css?url";
import type { loader as rootLoader } from "./root.tsx";
import { platformContext } from "./web/platform.server.ts";
import type { RouteHandle } from "./web/routeHandle.ts";

export { createLoadContext } from "./web/platform.server.ts";

const abortAfterMs = 10_000;

/**
 * Logs unexpected errors. React Router's own handler would print all their content, including personal data.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const thrown = isRouteErrorResponse(error) && "error" in error && error.error ? error.error : error;
  const { log, requestId } = context.get(platformContext);
  log.error({ requestId, err: thrown }, "unexpected error in a screen");
};

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
  if (status === 503) headers.set("retry-after", "5");
  return new Promise((resolve, reject) => {
    let statusNow = status;
    // Cleared when the page is complete: a pending timer would hold all of it in memory.
    const tooLate = setTimeout(() => abort(), abortAfterMs + 1000).unref();
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        // Pages are sent whole: no screen has late parts, and streamed parts would need script.
        onAllReady() {
          clearTimeout(tooLate);
          const page = new PassThrough();
          buffer(page).then((rendered) => {
            const body = scripts === "all" ? rendered : withStyleInside(rendered, nonce);
            headers.set("content-type", "text/html; charset=utf-8");
            // In the header, the stylesheet is requested before the scripts that the page names first.
            if (rendered.includes(workspaceHref))
              headers.set("link", `<${workspaceHref}>; rel=preload; as=style`);
            headers.set("content-length", String(body.length));
            resolve(new Response(body, { headers, status: statusNow }));
          }, reject);
          pipe(page);
        },
        onShellError(error: unknown) {
          clearTimeout(tooLate);
          reject(error);
        },
        onError() {
          statusNow = 500;
        },
      },
    );
  });
}

const smallStyles = new Map([
  [publicHref, publicCss],
  [authHref, authCss],
]);

/**
 * Pages without the platform's script inline their small stylesheet: that saves a round trip before the first
 * paint, and both fit into the first packets.
 */
function withStyleInside(page: Buffer<ArrayBuffer>, nonce: string): Buffer<ArrayBuffer> {
  const html = page.toString().replace(/<link rel="stylesheet" href="([^"]+)"\/>/, (link, href: string) => {
    const css = smallStyles.get(href);
    return css === undefined ? link : `<style nonce="${nonce}">${css}</style>`;
  });
  return Buffer.from(html);
}

/** The page's allowed script: all, inline modules only, or none (its own choice, or lite mode). */
function scriptsOf({ staticHandlerContext, routeModules }: EntryContext): "all" | "inline" | "none" {
  const root = staticHandlerContext.loaderData.root as
    | Awaited<ReturnType<typeof rootLoader>>["data"]
    | undefined;
  if (root?.lite) return "none";
  const choices = staticHandlerContext.matches.map(
    ({ route }) => (routeModules[route.id]?.handle as RouteHandle | undefined)?.scripts,
  );
  if (choices.includes("none")) return "none";
  return choices.includes(false) ? "inline" : "all";
}
