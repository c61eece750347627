import { describe, expect, it } from "vitest";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { activateAccount } from "#app/domain/whatsapp/accounts/activate.server.ts";
import { finishSignup } from "#app/domain/whatsapp/accounts/finishSignup.server.ts";
import { refreshNumbers } from "#app/domain/whatsapp/accounts/refreshNumbers.server.ts";
import { newId } from "#app/platform/ids.ts";
import { GraphError, type GraphRequest, GraphUnreachable } from "#app/providers/meta/graph.server.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { answerDialog, connectOrg, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform } = setUpWhatsappPlatform();

const accountOf = async (org: TestOrg) =>
  (await platform.call("GET /whatsapp/accounts", {}, org)).accounts[0]!;
const numbersOf = async (org: TestOrg) => (await platform.call("GET /whatsapp/numbers", {}, org)).numbers;

/**
 * The organisation's context with a Meta that responds differently on `paths`; `requested` collects every path.
 */
function withMeta(org: TestOrg, answer: (path: string) => unknown) {
  const { graph } = org.ctx;
  const requested: string[] = [];
  const call = async (request: GraphRequest) => {
    requested.push(request.path);
    const answered = answer(request.path);
    if (answered instanceof Error) throw answered;
    return answered ?? graph.call(request);
  };
  return { ctx: { ...org.ctx, graph: { ...graph, call: call as typeof graph.call } }, requested };
}

/** A Meta that reports `changes` of the only number of an account. */
async function withNumber(org: TestOrg, changes: Record<string, unknown>) {
  const [number] = await numbersOf(org);
  const node = {
    id: number!.phoneNumberId,
    display_phone_number: number!.displayPhoneNumber,
    verified_name: "Duka",
    status: "CONNECTED",
    quality_rating: "GREEN",
    ...changes,
  };
  return withMeta(org, (path) => (path.endsWith("/phone_numbers") ? { data: [node] } : undefined));
}

describe("the numbers of a connected account", () => {
  it("follow Meta: a banned one stops sending, a reinstated one resumes", async () => {
    const org = await connectOrg(platform, "Duka Lafuatwa");
    const input = { whatsappAccountId: (await accountOf(org)).id };
    const banned = await withNumber(org, { status: "BANNED", quality_rating: "RED" });
    await refreshNumbers({ ctx: banned.ctx, input });
    expect(await numbersOf(org)).toMatchObject([{ status: "BANNED", qualityRating: "RED", sendable: false }]);
    await refreshNumbers({ ctx: org.ctx, input });
    expect(await numbersOf(org)).toMatchObject([{ status: "CONNECTED", sendable: true }]);
  });

  it("keep their throughput when Meta does not report it", async () => {
    const org = await connectOrg(platform, "Duka la Kasi");
    const input = { whatsappAccountId: (await accountOf(org)).id };
    const fast = await withNumber(org, { throughput: { level: "HIGH" } });
    await refreshNumbers({ ctx: fast.ctx, input });
    const silent = await withNumber(org, {});
    await refreshNumbers({ ctx: silent.ctx, input });
    expect(await numbersOf(org)).toMatchObject([{ throughputPerSecond: 1000 }]);
  });

  it("are not registered again when Meta has restricted them, and the setup says so", async () => {
    const org = await connectOrg(platform, "Duka Lazuiwa");
    const { id } = await accountOf(org);
    const { ctx, requested } = await withNumber(org, { status: "RESTRICTED" });
    expect(await activateAccount({ ctx, input: { id } })).toMatchObject({
      completed: false,
      message: expect.stringContaining("Meta set this number to restricted"),
    });
    expect(requested.filter((path) => path.endsWith("/register"))).toEqual([]);
    expect(await accountOf(org)).toMatchObject({ status: "connected" });
    expect(await platform.call("GET /embedded-signup/status", {}, org)).toMatchObject({ completed: false });
    await refreshNumbers({ ctx: org.ctx, input: { whatsappAccountId: id } });
    expect(await platform.call("GET /embedded-signup/status", {}, org)).toMatchObject({ completed: true });
  });
});

describe("refreshing a connected account", () => {
  it.each([
    ["does not answer", new GraphUnreachable(new Error("no route"))],
    ["has a fault", new GraphError(503, { error: { code: 2, message: "Service temporarily unavailable" } })],
    ["limits our calls", new GraphError(400, { error: { code: 4, message: "Too many calls" } })],
  ])("leaves it working when Meta %s", async (_, error) => {
    const org = await connectOrg(platform, "Duka Imara");
    const { id } = await accountOf(org);
    for (const step of ["/subscribed_apps", "/phone_numbers"]) {
      const { ctx } = withMeta(org, (path) => (path.endsWith(step) ? error : undefined));
      expect(await activateAccount({ ctx, input: { id } })).toMatchObject({ completed: false });
      expect(await accountOf(org)).toMatchObject({ status: "connected", webhookStatus: "active" });
      expect(await numbersOf(org)).toMatchObject([{ sendable: true }]);
    }
  });
});

describe("connecting again", () => {
  it("submits the templates that were pending while access was lost", async () => {
    const org = await connectOrg(platform, "Duka Larudi");
    const { id: whatsappAccountId } = await accountOf(org);
    const id = newId("tpl");
    const components = [{ type: "BODY" as const, text: "Your order is ready." }];
    const draft = {
      name: "order",
      language: "en",
      category: "UTILITY" as const,
      status: "DRAFT",
      components,
    };
    await platform.services.db.withSystem((tx) =>
      tx.insert(templates).values({ orgId: org.orgId, id, whatsappAccountId, ...draft }),
    );
    platform.waiting.splice(0);
    await activateAccount({ ctx: org.ctx, input: { id: whatsappAccountId } });
    await platform.runJobs();
    const { template } = await platform.call("GET /templates/:templateId", { templateId: id }, org);
    expect(template.status).toBe("PENDING");
  });
});

describe("a response from Meta that does not name the account", () => {
  /** The result of a response whose token is for the accounts `targets` of this member and the new one. */
  async function answered(targetsWith: (wabaId: string) => string[] | undefined) {
    const org = await platform.createOrg("Duka Jipya");
    const { url } = await platform.call("POST /embedded-signup", {}, org);
    const { code, state, shared_waba_id: wabaId } = await answerDialog(url, { businessName: "Duka" });
    const scopes = ["whatsapp_business_management", "whatsapp_business_messaging"];
    const target_ids = targetsWith(wabaId);
    const granular_scopes = scopes.map((scope) => ({ scope, ...(target_ids ? { target_ids } : {}) }));
    const { appId } = org.ctx.config.meta;
    const { ctx } = withMeta(org, (path) =>
      path === "/debug_token"
        ? { data: { app_id: appId, is_valid: true, scopes, granular_scopes } }
        : undefined,
    );
    return { org, wabaId, finished: finishSignup({ ctx, input: { code, state, via: "hosted" } }) };
  }

  it("and whose token covers several connects none that another organisation uses", async () => {
    const other = await connectOrg(platform, "Duka Jirani");
    const { org, wabaId, finished } = await answered((mine) => [other.wabaId, mine]);
    expect(await finished).toMatchObject({ completed: true });
    expect(await accountOf(org)).toMatchObject({ wabaId });
    expect(await accountOf(other)).toMatchObject({ status: "connected" });
  });

  it("nor any by its token is refused with a clear message", async () => {
    const { finished } = await answered(() => undefined);
    await expect(finished).rejects.toMatchObject({
      code: "whatsapp.permissions_missing",
      message: expect.stringContaining("did not report which WhatsApp account"),
    });
  });

  it("connects the one that its token is for, and returns the same when the page is reloaded", async () => {
    const org = await platform.createOrg("Duka Lisilotajwa");
    const { url } = await platform.call("POST /embedded-signup", {}, org);
    const { code, state, shared_waba_id: wabaId } = await answerDialog(url, { businessName: "Duka" });
    const first = await platform.call("GET /meta/embedded-callback", { code, state }, org);
    expect(first).toMatchObject({ completed: true });
    expect(await accountOf(org)).toMatchObject({ wabaId, status: "connected" });
    expect(await platform.call("GET /meta/embedded-callback", { code, state }, org)).toEqual(first);
  });
});
