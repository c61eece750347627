import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { vendorOptions } from "#app/providers/integrations/sandbox.server.ts";
import { runDueTasks } from "#app/worker/eventTasks.server.ts";
import { hookClientOf } from "#app/worker/webhookDeliveries.server.ts";
import { startVendorsSimulator } from "#simulators/vendors/server.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

/** The simulators of connected services next to a test platform, which gets their webhooks over HTTP. */
export async function startVendors(platform: TestPlatform) {
  const { config } = platform.services;
  const front = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void Promise.resolve(
        platform.api.fetch(
          new Request(`http://localhost:4000${request.url}`, {
            method: "POST",
            headers: request.headers as Record<string, string>,
            body: Buffer.concat(chunks),
          }),
        ),
      ).then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
    });
  });
  await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening));
  config.appUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const simulator = await startVendorsSimulator({ ...vendorOptions(config), port: 0 });
  for (const [vendor, app] of Object.entries(config.integrations.apps))
    app.url = `${simulator.url}/${vendor}`;
  const hooks = hookClientOf(platform.services);

  /** Runs everything that is due, and what follows from it. */
  async function settle(): Promise<void> {
    while ((await runDueTasks(platform.services, hooks)) > 0);
  }

  /** The member's steps: connects by a form, goes to the service, allows access, and is redirected back. */
  async function allow(
    provider: "hubspot" | "salesforce" | "shopify" | "google_sheets" | "slack",
    org: TestOrg,
  ) {
    const shop = provider === "shopify" ? "duka-letu" : "";
    await platform.call("POST /integrations/:provider/connect", { provider, shop }, org);
    const { url } = await platform.call("GET /integrations/:provider/continue", { provider }, org);
    const page = await (await fetch(url)).text();
    const href = /id="allow" href="([^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
    const { searchParams, search } = new URL(href);
    const parameter = (name: string) => searchParams.get(name) ?? "";
    return {
      provider,
      state: parameter("state"),
      code: parameter("code"),
      shop: parameter("shop"),
      query: search.slice(1),
    };
  }

  async function connect(provider: Parameters<typeof allow>[0], org: TestOrg): Promise<void> {
    await platform.call("POST /integrations/:provider/callback", await allow(provider, org), org);
  }

  async function play(deed: string, fields: Record<string, unknown> = {}): Promise<void> {
    const body = JSON.stringify(fields);
    const answer = await fetch(`${simulator.url}/_sim/${deed}`, { method: "POST", body });
    if (!answer.ok) throw new Error(`${deed}: ${answer.status}`);
  }

  return {
    simulator,
    vendors: simulator.vendors,
    settle,
    allow,
    connect,
    play,
    async close() {
      front.closeAllConnections();
      front.close();
      await Promise.all([simulator.close(), hooks.close()]);
    },
  };
}
