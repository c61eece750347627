import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { maxTags } from "#app/domain/contacts/schemas.ts";
import type { HookAnswer } from "#app/providers/webhooks/post.server.ts";
import { runDueTasks } from "#app/worker/eventTasks.server.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpReceiver } from "#tests/support/receiver.ts";
import { createRules } from "#tests/support/rules.ts";

const platform = setUpPlatform({ env: { WEBHOOKS_TO_LOOPBACK: "on" } });
const receiver = setUpReceiver();
const { chats, hooks, settle, write, addRule, logOf, tagsOf, letSend } = createRules(platform);

describe("a step of a rule", () => {
  it("whose process dies sends its template once, whatever has changed when the run is resumed", async () => {
    const shop = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(shop.org, shop.accountId);
    const { endpoint } = await platform.call(
      "POST /developer/webhooks",
      { url: receiver.url, events: ["message.failed"] },
      shop.org,
    );
    await letSend(shop);
    const ruleId = await addRule(shop.org, {
      ...{ templateId, values: "{phone}\n{tags}!", tag: "served" },
      ...{ dealTitle: "Order of {name}", taskTitle: "Ring {tags} {phone}", endpointId: endpoint.id },
    });
    await write(shop, "Habari");
    const dying = Promise.withResolvers<HookAnswer>();
    const posted = Promise.withResolvers<void>();
    const post = () => {
      posted.resolve();
      return dying.promise;
    };
    const dead = runDueTasks(platform.services, { ...hooks, post });
    await posted.promise;
    // The run's own tag is now one of its values.
    expect(await tagsOf(shop)).toEqual(["served"]);
    platform.clock.advance(121_000);
    receiver.answer({ status: 204 });
    await settle();
    // The first process was only slow: its results are ignored.
    dying.resolve({ status: 500, text: "", retryAfterSeconds: undefined, durationMs: 1 });
    await dead;
    const [run, ...more] = await logOf(shop.org, ruleId);
    expect([run!.state, more]).toEqual(["done", []]);
    expect(run!.steps.map(({ kind, ok }) => [kind, ok])).toEqual(
      ["template", "tag", "webhook", "deal", "task"].map((kind) => [kind, true]),
    );
    expect(receiver.take()).toHaveLength(1);
    const sent = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx
        .select({ body: messages.body })
        .from(messages)
        .where(and(eq(messages.orgId, shop.org.orgId), eq(messages.direction, "out"))),
    );
    expect(sent).toEqual([{ body: "Hello +254712345678, order ! is ready." }]);
    const { contactId } = shop;
    const { deals, tasks } = await platform.call("GET /contacts/:contactId/crm", { contactId }, shop.org);
    expect([deals.length, tasks.length]).toEqual([1, 1]);
  });

  it("creates its deal and task after their stage and member were deleted, as a flow does", async () => {
    const shop = await chats.shopWithCustomer();
    const { contactId } = shop;
    const { stageId } = await platform.call(
      "POST /deal-stages",
      { name: "Site visit", kind: "open" },
      shop.org,
    );
    const colleague = await joinOrganisation(platform, shop.org, "agent");
    const ruleId = await addRule(shop.org, {
      ...{ dealTitle: "Order of {name}", dealValue: "1500", stageId },
      ...{ taskTitle: "Ring {name}", taskMemberId: colleague.memberId },
    });
    await platform.call("DELETE /deal-stages/:stageId", { stageId }, shop.org);
    await platform.services.db.owner.query("delete from members where org_id = $1 and user_id = $2", [
      shop.org.orgId,
      colleague.memberId,
    ]);
    await write(shop, "Habari");
    await settle();
    expect((await logOf(shop.org, ruleId))[0]).toMatchObject({ state: "done" });
    const { deals, tasks } = await platform.call("GET /contacts/:contactId/crm", { contactId }, shop.org);
    expect(deals).toMatchObject([{ title: "Order of Asha Mwangi", valueCents: 150_000, stage: "New" }]);
    expect(tasks).toMatchObject([{ title: "Ring Asha Mwangi", member: null }]);
  });

  it("tags in lower case, and reports a contact at the tag limit", async () => {
    const shop = await chats.shopWithCustomer();
    const ruleId = await addRule(shop.org, { tag: " VIP,  Nakuru" });
    await write(shop, "Habari");
    await settle();
    expect(await tagsOf(shop)).toEqual(["vip nakuru"]);
    const full = Array.from({ length: maxTags }, (_, n) => `t${n}`);
    await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.update(contacts).set({ tags: full }).where(eq(contacts.id, shop.contactId)),
    );
    await write(shop, "Habari tena");
    await settle();
    expect(await tagsOf(shop)).toEqual(full);
    const states = (await logOf(shop.org, ruleId)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(["done", "failed"]);
  });
});
