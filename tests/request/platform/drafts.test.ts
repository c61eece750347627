import { describe, expect, it } from "vitest";
import { action as saveAction } from "#app/routes/chat/draft.tsx";
import { createChats, newKey } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

const reply = "POST /conversations/:conversationId/messages";
const save = "POST /conversations/:conversationId/draft";
const draftFor = async (reader: { cookie: string }, conversationId: string) =>
  (await platform.call("GET /conversations/:conversationId", { conversationId }, reader)).draft;

describe("a member's draft", () => {
  it("is restored in its conversation, for that member only", async () => {
    const { org, conversationId, phoneNumberId } = await chats.shopWithCustomer();
    const wrote = { wroteAt: platform.clock.now(), unread: 0, text: "Sawa" };
    const other = await chats.addCustomer(
      org,
      phoneNumberId,
      { name: "Otieno", phone: "+254733000111" },
      wrote,
    );
    const colleague = await joinOrganisation(platform, org, "agent");
    await platform.call(save, { conversationId, text: "Yes, \r\nwe" }, org);
    await platform.call(save, { conversationId, text: "Yes,\r\nwe have " }, org);
    await platform.call(save, { conversationId: other.conversationId, text: "Habari Otieno" }, org);
    expect(await draftFor(org, conversationId)).toBe("Yes,\nwe have ");
    expect(await draftFor(org, other.conversationId)).toBe("Habari Otieno");
    expect(await draftFor(colleague, conversationId)).toBe("");
  });

  it("ends when it is sent, stays when sending is refused, and ends when it is deleted", async () => {
    const { org, conversationId } = await chats.shopWithCustomer();
    const tooLong = "a".repeat(4097);
    await platform.call(save, { conversationId, text: tooLong }, org);
    expect((await chats.refusal(reply, { conversationId, text: tooLong, key: newKey() }, org)).status).toBe(
      400,
    );
    expect(await draftFor(org, conversationId)).toBe(tooLong);
    await platform.call(reply, { conversationId, text: "Karibu", key: newKey() }, org);
    expect(await draftFor(org, conversationId)).toBe("");
    await platform.call(save, { conversationId, text: "More" }, org);
    await platform.call(save, { conversationId, text: " " }, org);
    expect(await draftFor(org, conversationId)).toBe("");
  });

  it("is deleted with its conversation", async () => {
    const { org, conversationId } = await chats.shopWithCustomer();
    await platform.call(save, { conversationId, text: "More" }, org);
    await platform.services.db.withSystem((tx) => tx.execute("delete from conversations"));
    const { rows } = await platform.services.db.system.query("select from reply_drafts where org_id = $1", [
      org.orgId,
    ]);
    expect(rows).toEqual([]);
  });

  it("is not stored in the conversation of another organisation", async () => {
    const { conversationId } = await chats.shopWithCustomer();
    const stranger = await platform.createOrg("Nyumba Bora");
    const answer = await chats.refusal(save, { conversationId, text: "More" }, stranger);
    expect([answer.status, answer.code]).toEqual([404, "conversation.not_found"]);
  });
});

describe("the form of a reply", () => {
  it("saves the draft without script by a button, which returns to the conversation and confirms it", async () => {
    const { org, conversationId } = await chats.shopWithCustomer();
    const path = `/chat/${conversationId}/draft`;
    const action = (args: Parameters<typeof saveAction>[0]) =>
      saveAction({ ...args, params: { conversationId } });
    const request = formRequest(path, { text: "More", confirm: "saved" }, { cookie: org.cookie });
    const answer = await postForm(platform, action, request);
    expect([answer.status, answer.location]).toEqual([302, `/chat/${conversationId}`]);
    expect(await draftFor(org, conversationId)).toBe("More");
  });
});
