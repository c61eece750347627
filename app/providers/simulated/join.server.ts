import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import type { Logger } from "#app/platform/run/logger.server.ts";

/** Another service as this process reaches it, and what to close at its end. */
export interface Host {
  url: string;
  close(): Promise<void>;
}

/** A host that is not of this process. */
export const hostAt = (url: string): Host => ({ url, close: async () => {} });

/** A process that took the port a moment ago may not answer yet. */
const patienceMs = 5000;
const timeouts = { headersTimeout: 1000, bodyTimeout: 1000 };

/**
 * The simulator of `service` on its port: one that already runs there, of another process or of `npm run simulators`, or one
 * that `start` starts in this process. @throws Error when another program has the port
 */
export async function joinOrStart(
  { service, port, log }: { service: string; port: number; log: Logger },
  start: (log: (event: string, detail: object) => void) => Promise<Host>,
): Promise<Host> {
  const url = `http://127.0.0.1:${port}`;
  if (await isSimulatorOf(service, url)) return joined(service, url, log);
  try {
    const simulator = await start((event, detail) => log.warn(detail, event));
    log.info({ service, url: simulator.url }, "simulator started");
    return simulator;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const from = performance.now();
    while (performance.now() - from < patienceMs) {
      if (await isSimulatorOf(service, url)) return joined(service, url, log);
      await pause(100);
    }
    throw new Error(`another program has port ${port} of the simulator of ${service}: set another port`, {
      cause: error,
    });
  }
}

function joined(service: string, url: string, log: Logger): Host {
  log.info({ service, url }, "simulator of another process joined");
  return hostAt(url);
}

async function isSimulatorOf(service: string, url: string): Promise<boolean> {
  try {
    const answer = await request(`${url}/_sim/health`, timeouts);
    const body = (await answer.body.json()) as { service?: string };
    return answer.statusCode === 200 && body.service === service;
  } catch {
    return false;
  }
}
