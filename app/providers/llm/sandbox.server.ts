import { request } from "undici";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

const nothingToClose = { close: async () => {} };

/** The simulator of the model in this process, in the sandbox, unless one already runs on its port. */
export async function startModelSimulatorIfWanted(
  { aiSimulator: { wanted, port } }: Config,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const address = `http://127.0.0.1:${port}`;
  if (!wanted || (await answersAsSimulator(address))) return nothingToClose;
  try {
    const { startModelSimulator } = await import("#simulators/llm/server.ts");
    const simulator = await startModelSimulator({ port });
    log.info({ url: simulator.url }, "Model simulator started");
    return simulator;
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (!isTaken) throw error;
    // Without it bots reply with the text of their entries.
    log.warn({ address }, "Model simulator not started: its port is taken");
    return nothingToClose;
  }
}

async function answersAsSimulator(url: string): Promise<boolean> {
  try {
    const answer = await request(`${url}/_sim/health`, { headersTimeout: 1000, bodyTimeout: 1000 });
    const body = (await answer.body.json()) as { service?: string };
    return answer.statusCode === 200 && body.service === "llm";
  } catch {
    return false;
  }
}
