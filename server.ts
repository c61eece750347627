import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { ServerBuild } from "react-router";
import type { ApiFetch } from "#app/api/client.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { loopbackAddresses, parseAddresses } from "#app/platform/http/addresses.ts";
import { readCookie, sessionCookieName } from "#app/platform/http/cookies.ts";
import { createFormRefusalLog } from "#app/platform/http/refusals.server.ts";
import { localeAskedFor, withLocale } from "#app/platform/locale/locale.server.ts";
import { localeOfAddress } from "#app/platform/locale/localeAddress.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { isBundled } from "#app/platform/run/programs.ts";
import { createClientAddress } from "#app/web/clientAddress.server.ts";
import { compress } from "#app/web/compression.server.ts";
import { answerWithForm } from "#app/web/formDraft.server.ts";
import { dropPlantedCookies, protectCookies } from "#app/web/hostCookies.server.ts";
import { defaultHttpLimits, type HttpLimits, httpOptions, serveWithin } from "#app/web/httpLimits.server.ts";
import type { createLoadContext, ResumedForm } from "#app/web/platform.server.ts";
import { type Screens, type ScriptsByLocale, screensOf } from "#app/web/screens.server.ts";
import { addDefaultPolicy, contentSecurityPolicy, securityHeaders } from "#app/web/securityHeaders.server.ts";
import { serverTiming } from "#app/web/serverTiming.server.ts";
import type { SharedPages } from "#app/web/sharedPages.server.ts";

export interface ServerDeps {
  config: Config;
  log: Logger;
  /** The API of this process; undefined when the role `api` runs elsewhere (`API_BASE_URL`). */
  api: { fetch(request: Request, env?: { page: Request }): Response | Promise<Response> } | undefined;
  /** The React Router build; undefined when the role `web` runs elsewhere. */
  build: (() => Promise<ServerBuild>) | undefined;
  /** The script of other languages than the build's own. */
  assets: ScriptsByLocale;
  /** Returns within its own time limit whether database and queue are available. */
  ready(): Promise<boolean>;
  metrics(): Promise<string>;
  /** Caches pages that are the same for everyone; undefined in development, where they change. */
  sharedPages: SharedPages | undefined;
  /** Folder of built client files, served immutable; Vite serves them in development. */
  clientDir: string | undefined;
}

const ownMachine = parseAddresses(loopbackAddresses);

const requestedLocale = ({ headers }: Request) => localeAskedFor((name) => headers.get(name));

/** The pipeline of a request, in order. Importing this file starts nothing. */
export function createServer(deps: ServerDeps): Hono<{ Bindings: HttpBindings }> {
  const { config, log } = deps;
  const app = new Hono<{ Bindings: HttpBindings }>();
  // 1. Headers of every response.
  const standing = securityHeaders(config);
  app.use(async (c, next) => {
    if (config.secureCookies) dropPlantedCookies(c.req.raw.headers);
    await next();
    for (const [name, value] of standing) c.header(name, value);
    addDefaultPolicy(c.res.headers);
    if (config.secureCookies) protectCookies(c.res.headers);
  });

  // 2. Health and metrics, before everything that may fail.
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => ((await deps.ready()) ? c.text("ok") : c.text("not ready", 503)));
  app.get("/metrics", async (c) => {
    const isProxied = c.req.header("x-forwarded-for") !== undefined;
    if (isProxied || !ownMachine.has(getConnInfo(c).remote.address ?? "")) return c.notFound();
    return c.text(await deps.metrics());
  });

  // 3. Identity: a request id, and the address of the socket or from a trusted proxy.
  const clientAddress = createClientAddress({ trustedProxies: config.trustedProxies, log });
  app.use(async (c, next) => {
    const { headers } = c.req.raw;
    const socketAddress = getConnInfo(c).remote.address ?? "";
    headers.set("x-client-address", clientAddress(socketAddress, c.req.header("x-forwarded-for")));
    headers.set("x-request-id", randomUUID());
    await next();
  });

  if (config.serverTiming) app.use(serverTiming);

  // 4. Compression of uncompressed responses, except webhooks and pages that show a secret.
  app.use(async (c, next) => {
    await next();
    const isSecret = c.res.headers.get("x-compress") === "none";
    c.res.headers.delete("x-compress");
    if (isSecret || (c.req.path.startsWith("/api/") && c.req.method !== "GET")) return;
    const answer = await compress(c.req.raw, c.res);
    // Hono would merge the old headers into the new response, including the old length.
    c.res = undefined;
    c.res = answer;
  });

  // 5. Built files: names carry a hash of the content.
  if (deps.clientDir) {
    app.use(
      "/assets/*",
      serveStatic({
        root: path.relative(process.cwd(), deps.clientDir) || ".",
        precompressed: true,
        onFound: (_, c) => c.header("cache-control", "public, max-age=31536000, immutable"),
      }),
    );
    // By name: a disk lookup for every page would cost more than the page.
    const publicFiles = readdirSync(deps.clientDir, { withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const { name } of publicFiles)
      app.use(
        `/${name}`,
        serveStatic({
          root: path.relative(process.cwd(), deps.clientDir) || ".",
          precompressed: true,
          onFound: (_, c) => c.header("cache-control", "public, max-age=86400"),
        }),
      );
  }

  // 6. The API.
  if (deps.api) {
    const { api } = deps;
    app.all("/api/*", (c) => withLocale(requestedLocale(c.req.raw), () => api.fetch(c.req.raw)));
  }

  // 7. Screens.
  const { build } = deps;
  if (build) {
    const apiFetch = apiFetchOf(deps);
    const noteRefusedForm = createFormRefusalLog(log);
    const mode = deps.clientDir ? "production" : "development";
    const { appId, configId, graphApiVersion } = config.meta;
    // Created once per build: it ranks all routes.
    let screens: Screens | undefined;
    app.all("*", async (c) => {
      const loaded = await build();
      if (screens?.of !== loaded) screens = screensOf(loaded, deps.assets, mode);
      const requested = new URL(c.req.raw.url);
      const locale = localeOfAddress(requested.pathname) ?? requestedLocale(c.req.raw);
      const canonical = screens.canonicalPath(requested.pathname);
      if (canonical !== undefined && (c.req.method === "GET" || c.req.method === "HEAD"))
        return c.redirect(`${canonical}${requested.search}`, 308);
      const nonce = randomBytes(16).toString("base64url");
      const entry = loaded.entry.module as unknown as { createLoadContext: typeof createLoadContext };
      const apiBaseUrl = config.apiBaseUrl ?? localAddress(config);
      const contextOf = (request: Request, resumed: ResumedForm | undefined) =>
        entry.createLoadContext(
          {
            apiFetch,
            apiBaseUrl,
            resumed,
            config: {
              appUrl: config.appUrl,
              demo: config.demo,
              sandbox: config.meta.simulated,
              secureCookies: config.secureCookies,
              sessionSecret: config.sessionSecret,
              brand: config.brand,
              meta: { appId, configId, graphApiVersion },
            },
            log,
            nonce,
            requestId: c.req.raw.headers.get("x-request-id") ?? "",
            noteRefused: noteRefusedForm(request),
          },
          request,
        );
      const { answer } = screens;
      const response = await answerWithForm(c.req.raw, { apiFetch, apiBaseUrl }, (request, resumed) =>
        withLocale(locale, () => answer(locale, forScreens(request), contextOf(request, resumed))),
      );
      const type = response.headers.get("content-type") ?? "";
      if (type.startsWith("text/html")) {
        const policyWith = (scripts: string, styles: string) =>
          contentSecurityPolicy({ scripts, styles }, response.headers, mode);
        const same = await deps.sharedPages?.keep(c.req.raw, response, policyWith);
        if (same) return same;
        const own = `'nonce-${nonce}'`;
        response.headers.set("content-security-policy", policyWith(`${own} 'strict-dynamic'`, own));
      }
      // A member's pages must not reappear by the Back button after the sign-out. A public page is the same
      // for everyone only in its cached form: its data say who is signed in.
      const caching = response.headers.get("cache-control") ?? "public";
      if (/\bpublic\b/.test(caching)) {
        const isSignedIn = readCookie(c.req.raw.headers.get("cookie"), sessionCookieName) !== undefined;
        response.headers.set("cache-control", isSignedIn ? "no-store" : "private, no-cache");
      }
      for (const name of ["x-scripts", "x-csp", "x-csp-form-action"]) response.headers.delete(name);
      return response;
    });
  }
  app.onError((error, c) => {
    log.error({ err: error, path: loggablePath(c.req.path) }, "unexpected error");
    return c.text("Something went wrong. Please try again.", 500);
  });
  return app;
}

/**
 * React Router compares `Origin` with the address behind the proxy, which need not be the public one. Forms are checked
 * by app/web/csrf.server.ts, which knows both; it finds the header as `x-form-origin`.
 */
function forScreens(request: Request): Request {
  const { headers } = request;
  headers.delete("x-form-origin");
  const origin = headers.get("origin");
  if (origin !== null) headers.set("x-form-origin", origin);
  headers.delete("origin");
  return request;
}

const localAddress = ({ port }: Config) => `http://localhost:${port}`;

/** Below `/api/hooks` the path itself is a password. */
const loggablePath = (path: string) => path.replace(/^\/+api\/+hooks\/.*/, "/api/hooks/");

/** In-process dispatch, or HTTP when `API_BASE_URL` names another process. */
export function apiFetchOf({ config, api, log }: Pick<ServerDeps, "config" | "api" | "log">): ApiFetch {
  if (config.apiBaseUrl) {
    return (request) => {
      // The other process accepts the visitor's address from this one when its TRUSTED_PROXIES lists it.
      const headers = new Headers(request.headers);
      const address = headers.get("x-client-address");
      if (address) headers.set("x-forwarded-for", address);
      return fetch(new Request(request, { headers }));
    };
  }
  log.warn(`API_BASE_URL is not set: calls go to the API in this process (${localAddress(config)})`);
  if (!api) throw new Error("The role web without the role api needs API_BASE_URL");
  return async (request, page) => api.fetch(request, { page });
}

/**
 * Starts the HTTP server; resolves when it listens. `before` sees each request first: Vite, in development.
 */
export async function listen(
  app: ReturnType<typeof createServer>,
  options: {
    port: number;
    host: string;
    server?: Server;
    before?(request: IncomingMessage, response: ServerResponse, next: () => void): void;
    /** Each may handle a request before everything else; returns true when it did. */
    listeners?: ((request: IncomingMessage, response: ServerResponse) => boolean)[];
    limits?: HttpLimits;
  },
): Promise<Server> {
  const answer = getRequestListener(app.fetch);
  const server = options.server ?? createHttpServer(httpOptions);
  serveWithin(server, options.limits ?? defaultHttpLimits, (request, response) => {
    if (options.listeners?.some((listener) => listener(request, response))) return;
    const next = () => void answer(request, response);
    if (options.before) options.before(request, response, next);
    else next();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => resolve());
  });
  return server;
}

// In the bundle this file is part of another, which has an entry of its own.
if (!isBundled && process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // Not awaited: the program imports this file, which is evaluated only when it ends.
  import("./scripts/run.mjs").then(({ run }) => run("server"));
}
