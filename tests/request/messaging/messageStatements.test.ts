import { expect, it } from "vitest";
import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { startWebhookProcessor } from "#app/worker/webhookProcessor.server.ts";
import { startGraphSimulator } from "#simulators/meta/server.ts";
import { approvedTemplate, connectNumber, control, type SimulatedAccount } from "#tests/support/campaign.ts";
import { statementCounts } from "#tests/support/idleWorker.ts";
import { createTestPlatform, onWallClock, type TestOrg } from "#tests/support/platform.ts";
import { startReachable } from "#tests/support/reachable.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { eventually } from "#tests/support/server.ts";
import { setUp } from "#tests/support/setUp.ts";
import { watchStatements } from "#tests/support/statements.ts";

/** From acceptance until read, the three reports each on its own: of a message to a new person, and of the next one. */
const most = { first: 85, next: 75 };

/** The search for work, and processes that share it out. */
const regular = new Set(["find-work", "numbers-held", "sending-sessions"]);

const simulator = setUp(
  () => startGraphSimulator({ port: 0, delaysMs: { review: 10, sent: 20, delivered: 1200, read: 1200 } }),
  ({ close }) => close(),
);
const platform = setUp(
  () =>
    createTestPlatform({
      graphUrl: simulator.url,
      // The sender sees the real clock: what is accepted at noon is not due in the morning.
      startsAt: new Date().toISOString(),
      env: {
        META_APP_ID: simulator.appId,
        META_APP_SECRET: simulator.appSecret,
        META_CONFIG_ID: "1",
        META_WEBHOOK_VERIFY_TOKEN: "verify-me",
      },
    }),
  ({ close }) => close(),
);
const receiver = setUp(
  async () => {
    const reachable = await startReachable();
    reachable.serve((request) => platform.api.fetch(request));
    return reachable;
  },
  ({ close }) => close(),
);
setUp(
  async () => {
    const services = onWallClock(platform.services);
    return { webhooks: startWebhookProcessor(services), sender: startSender(services) };
  },
  ({ webhooks, sender }) => Promise.all([webhooks.stop(), sender.stop()]),
);

async function connected(): Promise<TestOrg & { key: string }> {
  const org = await platform.createOrg();
  const account = await control<SimulatedAccount>(simulator.url, "/accounts", {
    displayPhoneNumber: "+254711222333",
    verifiedName: "Duka Letu",
    throughput: 80,
    webhookUrl: `http://127.0.0.1:${receiver.port}/api/hooks/meta`,
    verifyToken: "verify-me",
  });
  const metaTemplateId = await approvedTemplate(simulator.url, account, "order_ready");
  await connectNumber(platform.services, org.orgId, account, { metaTemplateId });
  await fillWallet(platform, org, 1000);
  const settings = { name: "Budget", mode: "live" as const, scopes: [everything], expiresAt: null };
  return { ...org, ...(await createKey({ ctx: org.ctx, input: settings })) };
}

/** Sends a message by the API; returns the statements until it was read and nothing more followed. */
async function statementsOf({ orgId, key }: { orgId: string; key: string }, to: string): Promise<string[]> {
  const watched = watchStatements((name) => /-(api|sender|holds|webhooks|intake)$/.test(name));
  try {
    const input = { to, template: "order_ready", parameters: ["Asha"] };
    const response = await platform.request("POST /v1/messages", input, { apiKey: key });
    expect(response.status, await response.clone().text()).toBe(202);
    const { id } = (await response.json()) as { id: string };
    const { owner } = platform.services.db;
    await eventually("the message to be read", async () => {
      const { rows } = await owner.query("select state from messages where org_id = $1 and id = $2", [
        orgId,
        id,
      ]);
      return rows[0].state === "read";
    });
    const isQuiet = () => performance.now() - (watched.statements.at(-1)?.at ?? 0) > 700;
    await eventually("nothing more to follow", isQuiet);
    return statementCounts(watched.statements.filter(({ name }) => !regular.has(name)));
  } finally {
    watched.stop();
  }
}

const countOf = (counts: readonly string[]) =>
  counts.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);

it("a message by the API takes few statements from its acceptance until it is read", async () => {
  const org = await connected();
  // Everything is read and prepared for the first time.
  await statementsOf(org, "+254712000060");
  await eventually("the number to be free", async () => {
    const { rows } = await platform.services.db.owner.query(
      "select expires_at < now() as free from dispatchers",
    );
    return rows[0].free;
  });
  const first = await statementsOf(org, "+254712000070");
  expect(countOf(first), first.join("\n")).toBeLessThanOrEqual(most.first);
  const next = await statementsOf(org, "+254712000070");
  expect(countOf(next), next.join("\n")).toBeLessThanOrEqual(most.next);
});
