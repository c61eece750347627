import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { freePort, startNode, untilAnswers } from "#tests/support/processes.ts";
import { startReceiver } from "./meta/testDriver.ts";

describe("npm run simulators", () => {
  it("sends webhooks, signed by the configured app, to the platform of the same configuration", async () => {
    const platform = await startReceiver();
    const simulatorPort = await freePort();
    const appSecret = "a-secret-of-the-test-app";
    const simulators = startNode("simulators/start.ts", {
      PORT: new URL(platform.url).port,
      GRAPH_SIM_PORT: String(simulatorPort),
      DARAJA_SIM_PORT: String(await freePort()),
      CARDS_SIM_PORT: String(await freePort()),
      ETIMS_SIM_PORT: String(await freePort()),
      AI_SIM_PORT: String(await freePort()),
      INTEGRATIONS_SIM_PORT: String(await freePort()),
      META_APP_ID: "100000000000001",
      META_APP_SECRET: appSecret,
      META_CONFIG_ID: "300000000000003",
      META_WEBHOOK_VERIFY_TOKEN: platform.verifyToken,
      SESSION_SECRET: randomBytes(32).toString("hex"),
      ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    });
    try {
      const url = `http://127.0.0.1:${simulatorPort}/_sim`;
      await untilAnswers(`${url}/health`, simulators, 15_000);
      const post = async (path: string, body: object) => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`${url}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        expect(answer.status).toBe(200);
        return (await answer.json()) as { phoneNumberId: string };
      };
      const { phoneNumberId } = await post("accounts", {
        verifiedName: "Duka Letu",
        displayPhoneNumber: "+254 700 111 222",
      });
      await post("inbound", { phoneNumberId, from: "254712345600", text: "Habari" });
      const [webhook] = await platform.until(() => platform.received.length > 0 && platform.received);
      expect(webhook?.path).toBe("/api/hooks/meta");
      expect(webhook?.signature).toBe(signatureOf(webhook?.body ?? "", appSecret));
    } finally {
      await simulators.kill("SIGTERM");
      await platform.close();
    }
  });
});
