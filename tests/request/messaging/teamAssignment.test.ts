import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { watchInboxes } from "#app/domain/messaging/inbox/alarm.server.ts";
import { newId } from "#app/platform/ids.ts";
import { hours, minutes } from "#tests/support/chats.ts";
import { setUpPlatform, type TestPlatform } from "#tests/support/platform.ts";
import { createTeamShops } from "#tests/support/teamShops.ts";

// A Wednesday, ten in the morning in Nairobi.
const platform = setUpPlatform({ startsAt: "2026-11-18T07:00:00Z" });
const { shop, another, create, onDuty, open, move } = createTeamShops(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);

describe("automatic assignment", () => {
  it("gives a team's conversations to its available members by capacity, and no others to them", async () => {
    const made = await shop();
    const { org, amina, brian, conversationId } = made;
    const more = [await another(made), await another(made), await another(made)];
    const memberIds = [amina.memberId, brian.memberId];
    const teamId = await create(org, { memberIds, autoAssign: true });
    await onDuty(org, amina.memberId, 2);
    await onDuty(org, brian.memberId, 1);
    await onDuty(org, org.userId, 100);
    for (const id of more) await move(org, id, teamId);
    await platform.runJobs();
    const owners = await Promise.all(more.map(async (id) => (await open(org, id)).assignedTo));
    expect(owners.sort()).toEqual([amina.memberId, amina.memberId, brian.memberId].sort());
    // The organisation's own queue is assigned by hand.
    expect((await open(org, conversationId)).assignedTo).toBeNull();
  });

  it("never exceeds the capacity of a member of two teams", async () => {
    const made = await shop();
    const { org, amina } = made;
    const member = { memberIds: [amina.memberId], autoAssign: true };
    const [sales, support] = [await create(org, member), await create(org, { name: "Support", ...member })];
    const ids = [await another(made), await another(made), await another(made), await another(made)];
    for (const [index, id] of ids.entries()) await move(org, id, index % 2 === 0 ? sales : support);
    await onDuty(org, amina.memberId, 3);
    await Promise.all([platform.runJobs(), watchInboxes(platform.services)]);
    const owned = await Promise.all(ids.map(async (id) => (await open(org, id)).assignedTo));
    expect(owned.filter((owner) => owner === amina.memberId)).toHaveLength(3);
  });

  it("waits for the team's own hours, by Kenya's clocks whatever the organisation's time zone", async () => {
    const made = await shop();
    const { org, amina, conversationId } = made;
    const evening = { from: "18:00", to: "20:00" };
    const teamId = await create(org, {
      memberIds: [amina.memberId],
      autoAssign: true,
      workingWeek: Array.from({ length: 7 }, () => evening),
    });
    await onDuty(org, amina.memberId, 5);
    await move(org, conversationId, teamId);
    await platform.runJobs();
    await platform.services.db.withSystem((tx) =>
      tx.update(organisations).set({ timezone: "America/New_York" }).where(eq(organisations.id, org.orgId)),
    );
    await watchInboxes(platform.services);
    expect((await open(org, conversationId)).assignedTo).toBeNull();
    platform.clock.advance(hours(8) + minutes(1));
    await watchInboxes(platform.services);
    expect((await open(org, conversationId)).assignedTo).toBe(amina.memberId);
    platform.clock.advance(-hours(8) - minutes(1));
  });

  it("takes the longest waiting of 5,000 in a team's queue within the members' capacity", async () => {
    const made = await shop();
    const { org, amina, phoneNumberId } = made;
    const teamId = await create(org, { memberIds: [amina.memberId], autoAssign: true });
    const now = platform.clock.now();
    await platform.services.db.withOrg(org.orgId, async (tx) => {
      const rows = Array.from({ length: 5000 }, (_, index) => ({
        index,
        id: newId("con"),
        talk: newId("cnv"),
      }));
      for (let from = 0; from < rows.length; from += 1000) {
        const part = rows.slice(from, from + 1000);
        const phoneOf = (index: number) => `+2547900${String(index).padStart(5, "0")}`;
        await tx
          .insert(contacts)
          .values(part.map(({ index, id }) => ({ orgId: org.orgId, id, phone: phoneOf(index) })));
        await tx.insert(conversations).values(
          part.map(({ index, id, talk }) => ({
            ...{ orgId: org.orgId, id: talk, contactId: id, phoneNumberId, teamId },
            state: "waiting" as const,
            lastMessageAt: now,
            waitingSince: new Date(now.getTime() - index * 1000),
          })),
        );
      }
    });
    await onDuty(org, amina.memberId, 20);
    await platform.runJobs();
    const mine = await call("GET /conversations", { queue: "mine" }, amina);
    expect(mine.total).toBe(20);
    const waiting = await call("GET /conversations", { queue: "waiting", team: teamId }, org);
    expect(waiting.teams[0]!.waiting).toBe(100);
    expect(waiting.conversations[0]!.owner?.id).toBe(amina.memberId);
    expect(await call("DELETE /teams/:teamId", { teamId }, org)).toEqual({ returned: 5000 });
  });
});
