import { newId, type OrgId } from "#app/platform/ids.ts";
import { approvedTemplate, connectNumber, control, type SimulatedAccount } from "#tests/support/campaign.ts";
import { freePort, type RunningProcess, startNode, untilAnswers } from "#tests/support/processes.ts";
import type { Ground } from "./ground.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Answer {
  status: number;
  ms: number;
  code: string | undefined;
}

/** Calls at a fixed rate, whether or not earlier ones have returned, as customers' systems do. */
export async function atPace(
  perSecond: number,
  seconds: number,
  call: (n: number) => Promise<Response>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await pause(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
    const at = performance.now();
    const answer = async (): Promise<Answer> => {
      const response = await call(n);
      const { code } = (await response.json()) as { code?: string };
      return { status: response.status, ms: performance.now() - at, code };
    };
    answers.push(answer());
  }
  return Promise.all(answers);
}

/** The simulator of WhatsApp as a process of its own. */
export async function startSimulator(
  environment: Record<string, string>,
): Promise<{ simulator: RunningProcess; simulatorUrl: string }> {
  const port = await freePort();
  const simulatorUrl = `http://127.0.0.1:${port}`;
  const simulator = startNode("tests/support/simulatorProcess.ts", {
    ...environment,
    GRAPH_SIM_PORT: String(port),
  });
  await untilAnswers(`${simulatorUrl}/_sim/health`, simulator);
  return { simulator, simulatorUrl };
}

/** A new organisation with a number of the simulator, which sends webhooks to the server at `url`. */
export async function simulatedSender(
  { services, simulatorUrl, url }: { services: Ground["services"]; simulatorUrl: string; url: string },
  throughputPerSecond: number,
) {
  const orgId = newId("org") as OrgId;
  const account = await control<SimulatedAccount>(simulatorUrl, "/accounts", {
    displayPhoneNumber: `+2547${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`,
    verifiedName: "Duka",
    throughput: throughputPerSecond,
    webhookUrl: `${url}/api/hooks/meta`,
    verifyToken: "verify-me",
  });
  const metaTemplateId = await approvedTemplate(simulatorUrl, account, "order_ready");
  return {
    orgId,
    ...(await connectNumber(services, orgId, account, { metaTemplateId, throughputPerSecond })),
  };
}

/** Sends one message by the API. */
export const sendByApi = (url: string, key: string, n: number) =>
  fetch(`${url}/api/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({
      to: `+2541${String(n).padStart(8, "0")}`,
      template: "order_ready",
      parameters: ["Asha"],
    }),
  });
