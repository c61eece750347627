import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { removeDataDir, startServer, type TestServer } from "./server.ts";

/** What the API answers when something happens that nobody thought of. */
export const unexpected = {
  message: "Something went wrong on our side. Please try again.",
  code: "server.unexpected",
  requestId: "req-17",
};

export interface BrokenApi {
  /** Where the screens are. */
  url: string;
  /** The API itself, which works. */
  api: TestServer;
  /** From now on, calls whose path (`/api/…`) fits end in the unexpected; by default none do. */
  breakCalls(fits?: (path: string) => boolean): void;
  close(): Promise<void>;
}

/** Screens in a process of their own, with a door to the API at which calls can be made to fail. */
export async function startWithBrokenApi(): Promise<BrokenApi> {
  const shared = {
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    APP_URL: "http://web.test",
  };
  let isBroken: (path: string) => boolean = () => false;
  const api = await startServer({ env: { ...shared, ROLES: "api,worker" } });
  const door = await openDoor(api.url, (path) => isBroken(path));
  const web = await startServer({
    env: {
      ...shared,
      ROLES: "web",
      API_BASE_URL: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
      DATABASE_URL: `postgresql://tarishi@/tarishi?host=${encodeURIComponent(`${api.dataDir}/run`)}`,
    },
  });
  return {
    url: web.url,
    api,
    breakCalls(fits = () => false) {
      isBroken = fits;
    },
    async close() {
      await web.stop();
      door.close();
      await api.stop();
      for (const { dataDir } of [web, api]) removeDataDir(dataDir);
    },
  };
}

/** Passes calls on, but for those that are broken. */
function openDoor(apiUrl: string, isBroken: (path: string) => boolean): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const headers = Object.entries(request.headers).filter(
      ([name]) => !/^(host|connection|content-length)$/.test(name),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = isBroken(path)
      ? Response.json(unexpected, { status: 500 })
      : await fetch(`${apiUrl}${path}`, {
          method: request.method ?? "GET",
          headers: Object.fromEntries(headers) as Record<string, string>,
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        });
    response.writeHead(answer.status, {
      "content-type": answer.headers.get("content-type") ?? "text/plain",
      "set-cookie": answer.headers.getSetCookie(),
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
