import { createServer, request as forward } from "node:http";

/**
 * A small load balancer on the loopback address, as nginx is in a deployment: `/api/` goes to the APIs in turn, all else to
 * the screens. A process that accepts no connection is skipped.
 * @param {{ port: number, screens: string[], apis: string[] }} options Addresses such as `http://127.0.0.1:4001`.
 * @returns {Promise<{ close(): void }>}
 */
export async function startBalancer({ port, screens, apis }) {
  let turn = 0;
  const server = createServer((request, response) => {
    const targets = request.url?.startsWith("/api/") ? apis : screens;
    turn += 1;
    passOn(
      request,
      response,
      [...targets.keys()].map((n) => targets[(turn + n) % targets.length] ?? ""),
    );
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  return {
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {string[]} targets In the order of trying.
 */
function passOn(request, response, [target, ...others]) {
  if (target === undefined) {
    response
      .writeHead(503, { "retry-after": "1", "content-type": "text/plain" })
      .end("No process responds.\n");
    return;
  }
  const { method, headers } = request;
  const given = headers["x-forwarded-for"] ?? request.socket.remoteAddress ?? "";
  let isConnected = false;
  const onward = forward(
    `${target}${request.url}`,
    { method, headers: { ...headers, "x-forwarded-for": given }, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.once("error", () => response.destroy());
      answer.pipe(response);
    },
  );
  // The body is sent once a process accepts it, so that another one can be tried before.
  onward.once("socket", (socket) =>
    socket.once("connect", () => {
      isConnected = true;
      request.pipe(onward);
    }),
  );
  onward.once("error", () => {
    if (isConnected) response.destroy();
    else passOn(request, response, others);
  });
  response.once("close", () => onward.destroy());
}
