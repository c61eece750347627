import { createServer, request as forward } from "node:http";
import { connect } from "node:net";

/**
 * A small load balancer on the loopback address, as nginx is in a deployment: `/api/` goes to the APIs in turn, all else to
 * the screens. A process that accepts no connection is skipped; for `patientMs`, requests are held until one does.
 * @param {{ port: number, screens: string[], apis: string[], patientMs?: number }} options Addresses such as
 *   `http://127.0.0.1:4001`.
 * @returns {Promise<{ close(): void }>}
 */
export async function startBalancer({ port, screens, apis, patientMs = 0 }) {
  let turn = 0;
  const server = createServer((request, response) => {
    const targets = request.url?.startsWith("/api/") ? apis : screens;
    turn += 1;
    passOn(
      request,
      response,
      [...targets.keys()].map((n) => targets[(turn + n) % targets.length] ?? ""),
      performance.now() + patientMs,
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

const retryMs = 50;

/** @type {Map<string, Promise<void>>} */
const probes = new Map();

/**
 * Resolves when one of the targets accepts a connection: all requests that are held wait for the same probe.
 * @param {string[]} targets
 */
function untilOneAccepts(targets) {
  const name = targets.join();
  const probe = probes.get(name) ?? probeEach(targets).finally(() => probes.delete(name));
  probes.set(name, probe);
  return probe;
}

/** @param {string[]} targets */
async function probeEach(targets) {
  while (!(await Promise.all(targets.map(accepts))).includes(true))
    await new Promise((resolve) => setTimeout(resolve, retryMs));
}

/** @param {string} target */
function accepts(target) {
  const { hostname, port } = new URL(target);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {string[]} targets In the order of trying.
 * @param {number} deadline Until when the request is held.
 * @param {string[]} left Those not tried in this round.
 */
function passOn(request, response, targets, deadline, left = targets) {
  const [target, ...others] = left;
  if (response.destroyed) return;
  if (target === undefined && performance.now() < deadline) {
    untilOneAccepts(targets).then(() => passOn(request, response, targets, deadline));
    return;
  }
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
  const stop = () => onward.destroy();
  onward.once("error", () => {
    response.off("close", stop);
    if (isConnected) response.destroy();
    else passOn(request, response, targets, deadline, others);
  });
  response.once("close", stop);
}
