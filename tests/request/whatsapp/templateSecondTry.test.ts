import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { GraphError, type GraphErrorBody, type GraphRequest } from "#app/providers/meta/graph.server.ts";
import { submitTemplateHandler } from "#app/worker/submitTemplate.server.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { connectOrg, orderReady, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform } = setUpWhatsappPlatform();

/** A template whose submission got no response, and that Meta does not have. */
async function unanswered() {
  const org = await connectOrg(platform);
  const { id } = await platform.call("POST /templates", orderReady, org);
  platform.waiting.length = 0;
  await platform.services.db.withSystem((tx) =>
    tx
      .update(templates)
      .set({ status: "DRAFT", metaTemplateId: null, submittedAt: null, name: "not_at_meta" })
      .where(eq(templates.id, id)),
  );
  return { org, id };
}

/** The second try, to which Meta returns this error. */
const tryAgain = (org: TestOrg, id: string, error?: GraphError) => {
  const { graph } = platform.services;
  const call = (request: GraphRequest) =>
    error && request.method === "POST" ? Promise.reject(error) : graph.call(request);
  const services = { ...platform.services, graph: { ...graph, call: call as typeof graph.call } };
  return submitTemplateHandler.run(services, { orgId: org.orgId, templateId: id });
};
const refusal = (status: number, error: GraphErrorBody["error"]) => new GraphError(status, { error: error! });
const templateOf = async (org: TestOrg, id: string) =>
  (await platform.call("GET /templates/:templateId", { templateId: id }, org)).template;
const accountOf = async (org: TestOrg) => {
  const [account] = await platform.services.db.withSystem((tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.orgId, org.orgId)),
  );
  return account!;
};

describe("the second submission", () => {
  it.each([
    ["that passes, by its own word", refusal(400, { code: 100, is_transient: true })],
    ["of the server", refusal(500, { code: 131000 })],
    ["that nobody knows", refusal(400, { code: 1 })],
    ["for a while", refusal(400, { code: 2 })],
    ["of the app's limit", refusal(400, { code: 4 })],
    ["of the account's limit", refusal(400, { code: 80007 })],
  ])("is retried after error %s", async (_, error) => {
    const { org, id } = await unanswered();
    await expect(tryAgain(org, id, error)).rejects.toThrow();
    expect(await templateOf(org, id)).toMatchObject({ status: "DRAFT", rejectionReason: null });
    await tryAgain(org, id);
    expect(await templateOf(org, id)).toMatchObject({ status: "PENDING" });
  });

  it("rejects the template when Meta refuses its content", async () => {
    const { org, id } = await unanswered();
    const error = refusal(400, { code: 100, error_user_title: "Too long", error_user_msg: "Shorten it." });
    await tryAgain(org, id, error);
    expect(await templateOf(org, id)).toMatchObject({
      status: "REJECTED",
      rejectionReason: "Meta responded: Too long: Shorten it.",
    });
  });

  it("waits for the account to be reconnected when Meta refuses the token, and notifies the member", async () => {
    const { org, id } = await unanswered();
    const { tokenEncrypted } = await accountOf(org);
    await expect(tryAgain(org, id, refusal(401, { code: 190 }))).rejects.toThrow("Reconnect it");
    expect(await accountOf(org)).toMatchObject({ status: "suspended", tokenEncrypted: null });
    const { notifications } = await platform.call("GET /notifications", {}, org);
    expect(notifications.map(({ title }) => title)).toEqual(["WhatsApp connection lost"]);
    await expect(tryAgain(org, id)).rejects.toThrow("not connected");
    expect(await templateOf(org, id)).toMatchObject({ status: "DRAFT" });
    await platform.services.db.withSystem((tx) =>
      tx
        .update(whatsappAccounts)
        .set({ status: "connected", tokenEncrypted })
        .where(eq(whatsappAccounts.orgId, org.orgId)),
    );
    await tryAgain(org, id);
    expect(await templateOf(org, id)).toMatchObject({ status: "PENDING" });
  });

  it.each([10, 200, 299])("is retried when we lack a permission at Meta: %i", async (code) => {
    const { org, id } = await unanswered();
    await expect(tryAgain(org, id, refusal(403, { code }))).rejects.toThrow("Meta");
    expect(await templateOf(org, id)).toMatchObject({ status: "DRAFT" });
    expect(await accountOf(org)).toMatchObject({ status: "connected" });
  });

  it("is not made for an account that a member has disconnected", async () => {
    const { org, id } = await unanswered();
    await platform.services.db.withSystem((tx) =>
      tx
        .update(whatsappAccounts)
        .set({ status: "disconnected", tokenEncrypted: null })
        .where(eq(whatsappAccounts.orgId, org.orgId)),
    );
    await tryAgain(org, id);
    expect(await templateOf(org, id)).toMatchObject({
      status: "REJECTED",
      rejectionReason: expect.stringContaining("not connected"),
    });
  });
});
