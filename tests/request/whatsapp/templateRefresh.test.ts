import { describe, expect, it } from "vitest";
import { syncTemplates } from "#app/domain/whatsapp/templates/sync.server.ts";
import { GraphUnreachable } from "#app/providers/meta/graph.server.ts";
import { answerDialog, connectOrg, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform } = setUpWhatsappPlatform();

describe("refreshing the templates of several accounts", () => {
  it("continues with the others when one cannot be read, and names it at the end", async () => {
    const org = await connectOrg(platform, "Duka Moja");
    const { url } = await platform.call("POST /embedded-signup", {}, org);
    const answer = await answerDialog(url, { businessName: "Duka Mbili", phone: "+254 700 222 333" });
    await platform.call("GET /meta/embedded-callback", { ...answer }, org);
    for (const failing of [org.wabaId, answer.shared_waba_id]) {
      const requested: string[] = [];
      const graph = { ...org.ctx.graph };
      const call = async (request: Parameters<typeof graph.call>[0]) => {
        requested.push(request.path);
        if (request.path.includes(failing)) throw new GraphUnreachable(new Error("down"));
        return org.ctx.graph.call(request);
      };
      graph.call = call as typeof graph.call;
      const name = failing === org.wabaId ? "Duka Moja" : "Duka Mbili";
      await expect(syncTemplates({ ctx: { ...org.ctx, graph }, input: {} })).rejects.toMatchObject({
        code: "meta.unreachable",
        message: expect.stringMatching(new RegExp(`^${name}: .* Your other accounts are up to date\\.$`)),
      });
      expect(requested.some((path) => path.includes(org.wabaId))).toBe(true);
      expect(requested.some((path) => path.includes(answer.shared_waba_id))).toBe(true);
    }
  });
});
