import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setUp } from "./setUp.ts";

export interface ReceivedHook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * A customer's system on this machine, which stores the webhooks that it gets and responds as `reply` says.
 */
export async function startReceiver() {
  const received: ReceivedHook[] = [];
  const replies = { next: (_hook: ReceivedHook): Reply => ({ status: 204 }) };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const hook = {
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(hook);
      const { status, headers, body } = replies.next(hook);
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** The response from now on. */
    answer(reply: Reply | ((hook: ReceivedHook) => Reply)) {
      replies.next = typeof reply === "function" ? reply : () => reply;
    },
    /** The webhooks received since the last call. */
    take: (): ReceivedHook[] => received.splice(0),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const setUpReceiver = () => setUp(startReceiver, ({ close }) => close());
