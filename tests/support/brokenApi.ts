import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setUpServersApart } from "./apart.ts";
import { setUp } from "./setUp.ts";

/** What the API answers when something happens that nobody thought of. */
export const unexpected = {
  message: "Something went wrong on our side. Please try again.",
  code: "server.unexpected",
  requestId: "req-17",
};

/** Screens in a process of their own, with a door to the API at which calls can be made to fail. */
export function setUpBrokenApi() {
  let isBroken: (path: string) => boolean = () => false;
  const door = setUp(
    async () => ({
      server: await openDoor(
        (path) => `${api.url}${path}`,
        (path) => isBroken(path),
      ),
    }),
    ({ server }) => server.close(),
  );
  const { web, api } = setUpServersApart(
    () => `http://127.0.0.1:${(door.server.address() as AddressInfo).port}`,
  );
  return {
    web,
    /** The API itself, which works. */
    api,
    /** From now on, calls whose path (`/api/…`) fits end in the unexpected; by default none do. */
    breakCalls(fits: (path: string) => boolean = () => false) {
      isBroken = fits;
    },
  };
}

/** Passes calls on, but for those that are broken. */
function openDoor(onward: (path: string) => string, isBroken: (path: string) => boolean): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const headers = Object.entries(request.headers).filter(
      ([name]) => !/^(host|connection|content-length)$/.test(name),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = isBroken(path)
      ? Response.json(unexpected, { status: 500 })
      : await fetch(onward(path), {
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
