import { freePort, serverFile, startNode, untilAnswers } from "#tests/support/processes.ts";
import type { Ground } from "./ground.ts";

/** The built server in its own process, with these roles, once it responds. */
export async function startServer(ground: Pick<Ground, "environment">, roles: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { PORT: String(port), HOST: "127.0.0.1", ROLES: roles };
  const server = startNode(serverFile, { ...ground.environment, ...environment });
  await untilAnswers(`${url}/healthz`, server);
  return { server, url };
}
