import { and, eq, sql } from "drizzle-orm";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { createChats, minutes } from "./chats.ts";
import { joinOrganisation } from "./members.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

/** Shops with teams, on a test platform. */
export function createTeamShops(platform: TestPlatform) {
  const chats = createChats(platform);
  const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);

  /** A shop with two colleagues, and the customer of its first conversation waiting. */
  async function shop() {
    const made = await chats.shopWithCustomer();
    await waits(made.org, [made.conversationId], minutes(10));
    const [amina, brian] = [
      await joinOrganisation(platform, made.org, "agent"),
      await joinOrganisation(platform, made.org, "agent"),
    ];
    return { ...made, amina, brian };
  }

  const waits = (org: TestOrg, ids: string[], forMs: number) =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .update(conversations)
        .set({
          state: "waiting",
          awaitsFirstReply: true,
          waitingSince: new Date(platform.clock.now().getTime() - forMs),
        })
        .where(
          and(eq(conversations.orgId, org.orgId), sql`${conversations.id} = any(${sql.param(ids)}::text[])`),
        ),
    );

  let customers = 0;
  /** Another customer, who waits. */
  async function another(
    { org, phoneNumberId }: { org: TestOrg; phoneNumberId: string },
    forMs = minutes(5),
  ): Promise<string> {
    customers += 1;
    const wroteAt = new Date(platform.clock.now().getTime() - forMs);
    const phone = `+2547550${String(customers).padStart(5, "0")}`;
    const wrote = { wroteAt, unread: 1, text: "Habari" };
    const { conversationId } = await chats.addCustomer(org, phoneNumberId, { phone }, wrote);
    await waits(org, [conversationId], forMs);
    return conversationId;
  }

  const create = async (org: TestOrg, input: object) =>
    (await call("POST /teams", { name: "Sales", ...input }, org)).teamId;
  const onDuty = (org: TestOrg, memberId: string, capacity: number) =>
    call("PUT /inbox/members", { members: [{ memberId, onDuty: true, capacity }] }, org);
  const open = async (as: { cookie: string }, conversationId: string) =>
    (await call("GET /conversations/:conversationId", { conversationId }, as)).conversation;
  const move = (as: { cookie: string }, conversationId: string, teamId: string, seen: object = {}) =>
    call("PUT /conversations/:conversationId/team", { conversationId, teamId, ...seen }, as);

  return { shop, another, create, onDuty, open, move };
}
