import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";

export interface Development {
  /** The screens from the current sources. */
  build(): Promise<ServerBuild>;
  /** Serves source files and their updates; calls `next` for everything else. */
  middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  close(): Promise<void>;
}

/** Vite in this process, for `npm run dev`: it shares `server` for its WebSocket, so one port is enough. */
export async function startDevelopment(server: Server): Promise<Development> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  // Vite would end the process at once; start.server.ts ends it in order, the database last.
  process.removeAllListeners("SIGTERM");
  return {
    build: async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild,
    middleware: (request, response, next) => vite.middlewares(request, response, () => next()),
    close: () => vite.close(),
  };
}
