import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { connectNumber, sendingCampaign, until } from "#tests/support/campaign.ts";
import { onWallClock, setUpPlatform } from "#tests/support/platform.ts";
import { freePort } from "#tests/support/processes.ts";

/** A Meta that never responds, so that every number stays with its sender. */
const meta = createServer((request) => request.resume());
const port = await freePort();
const platform = setUpPlatform({ graphUrl: `http://127.0.0.1:${port}` });
beforeAll(() => new Promise<void>((listening) => meta.listen(port, "127.0.0.1", listening)));
afterAll(() => meta.closeAllConnections());

describe("numbers with queued messages", () => {
  it("are shared between the processes that send", async () => {
    const { services } = platform;
    for (let n = 1; n <= 4; n += 1) {
      const { orgId } = await platform.createOrg();
      const account = { wabaId: `w${n}`, phoneNumberId: `n${n}`, accessToken: "EAAtest" };
      const sender = await connectNumber(services, orgId, account);
      await sendingCampaign(services, { orgId, ...sender, recipients: 5 });
    }
    const processes = ["first", "second"];
    const running = processes.map((processId) => startSender(onWallClock(services), { processId }));
    // A released number stays with its sender, when a slow machine cannot connect in time.
    const taken = async () => {
      const { rows } = await services.db.system.query<{ holder: string; isHeld: boolean }>(
        `select split_part(holder, '.', 1) as holder, expires_at > now() as "isHeld" from dispatchers`,
      );
      return rows;
    };
    const allAreTaken = async () => {
      const rows = await taken();
      return rows.length === 4 && rows.map(({ holder }) => holder).sort();
    };
    const holders = await until("all four are taken", allAreTaken, 30_000, taken);
    meta.close().closeAllConnections();
    await Promise.all(running.map((sender) => sender.stop()));
    expect(holders).toEqual(["first", "first", "second", "second"]);
  });
});
