import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setUpServersApart } from "./apart.ts";
import { setUp } from "./setUp.ts";

/** The API's response to an unexpected error. */
export const unexpected = {
  message: "Something went wrong on our side. Please try again.",
  code: "server.unexpected",
  requestId: "req-17",
};

/** Screens in their own process, with a proxy to the API in which calls can be made to fail. */
export function setUpBrokenApi() {
  let isBroken: (path: string) => boolean = () => false;
  const proxy = setUp(
    async () => ({
      server: await openProxy(
        (path) => `${api.url}${path}`,
        (path) => isBroken(path),
      ),
    }),
    ({ server }) => {
      server.closeAllConnections();
      server.close();
    },
  );
  const { web, api } = setUpServersApart(
    () => `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`,
  );
  return {
    web,
    /** The API itself, which works. */
    api,
    /** From now on, calls whose path (`/api/…`) matches fail unexpectedly; by default none do. */
    breakCalls(fits: (path: string) => boolean = () => false) {
      isBroken = fits;
    },
  };
}

/** Passes calls on, except broken ones. A stream of events ends with either side. */
function openProxy(onward: (path: string) => string, isBroken: (path: string) => boolean): Promise<Server> {
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? "/";
    if (isBroken(path)) {
      response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify(unexpected));
      return;
    }
    const { host: _, ...headers } = incoming.headers;
    const passed = request(onward(path), { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => response.destroy());
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.once("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
