import { and, eq } from "drizzle-orm";
import type { CallInput } from "#app/api/client.server.ts";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { flowSessions } from "#app/db/schema/flows/flows.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import type { StepKind } from "#app/domain/flows/words.ts";
import { createBots } from "./bots.ts";
import type { TestPlatform } from "./platform.ts";

type Step = Record<string, unknown> & { kind: StepKind };
type FlowSettings = CallInput<"PUT /flows/:flowId">;

/** Shops with a bot and flows, on a test platform. */
export function createFlows(platform: TestPlatform) {
  const { shopWithBot } = createBots(platform);
  type Shop = Awaited<ReturnType<typeof shopWithBot>>;

  /** A shop with a live bot, a customer, and a live copy of a ready-made flow. */
  async function shopWithFlow(key = "appointment", language: "en" | "sw" | "fr" = "en") {
    const shop = await shopWithBot();
    const { flowId } = await platform.call("POST /flows/ready-made", { key, language }, shop.org);
    return live(shop, flowId);
  }

  /** A shop with a live bot, a customer, and a live flow of these steps. */
  async function shopWithSteps(
    stepsFor: (shop: Shop) => Promise<Step[]> | Step[],
    settings: Partial<FlowSettings> = {},
  ) {
    const shop = await shopWithBot();
    const { flowId } = await platform.call(
      "POST /flows",
      { name: "Made to measure", language: "en" },
      shop.org,
    );
    const steps = await stepsFor(shop);
    // A link needs an existing step: links are set once all steps exist.
    for (const { otherwise: _later, ...step } of steps)
      await platform.call("POST /flows/:flowId/steps", { ...step, flowId, after: "" } as never, shop.org);
    for (const [index, step] of steps.entries())
      if (step.otherwise)
        await platform.call(
          "PUT /flows/:flowId/steps/:stepId",
          { ...step, flowId, stepId: `s${index + 1}` } as never,
          shop.org,
        );
    await platform.call(
      "PUT /flows/:flowId",
      { flowId, name: "Made to measure", language: "en", keywords: "begin", ...settings },
      shop.org,
    );
    return live(shop, flowId);
  }

  async function live(shop: Shop, flowId: string) {
    const { orgId } = shop.org;
    await platform.call("POST /flows/:flowId/publish", { flowId, reason: "" }, shop.org);
    platform.clock.advance(2000);
    const inOrg = <T>(work: (tx: Tx) => Promise<T>) => platform.services.db.withOrg(orgId, work);
    const sessions = () =>
      inOrg((tx) =>
        tx.select().from(flowSessions).where(eq(flowSessions.orgId, orgId)).orderBy(flowSessions.startedAt),
      );
    const contact = async () =>
      (await inOrg((tx) => tx.select().from(contacts).where(eq(contacts.id, shop.contactId))))[0]!;
    const conversation = async () =>
      (
        await inOrg((tx) => tx.select().from(conversations).where(eq(conversations.id, shop.conversationId)))
      )[0]!;
    const notes = () =>
      inOrg((tx) =>
        tx
          .select()
          .from(conversationNotes)
          .where(
            and(
              eq(conversationNotes.orgId, orgId),
              eq(conversationNotes.conversationId, shop.conversationId),
            ),
          ),
      );
    /** The sent messages, as text. */
    const said = async () => (await shop.sent()).map(({ body }) => body);
    const writeAll = async (texts: readonly string[]) => {
      for (const text of texts) await shop.write(text);
    };
    return { ...shop, flowId, sessions, contact, conversation, notes, said, writeAll };
  }
  return { shopWithBot, shopWithFlow, shopWithSteps };
}
