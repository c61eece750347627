import type { Config } from "#app/platform/config/config.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { type Host, joinOrStart } from "../simulated/join.server.ts";

/** The simulator of the model, in the sandbox. */
export async function startModelSimulatorIfWanted(
  { aiSimulator: { wanted, port } }: Config,
  log: Logger,
): Promise<Host | undefined> {
  if (!wanted) return undefined;
  return joinOrStart({ service: "llm", port, log }, async () => {
    const { startModelSimulator } = await import("#simulators/llm/server.ts");
    return startModelSimulator({ port });
  });
}
