import { asc, eq } from "drizzle-orm";
import { taxDocuments } from "#app/db/schema/sales/tax.ts";
import { startEtimsSimulator } from "#simulators/etims/server.ts";
import { createPaymentPlatform } from "./payments.ts";
import type { TestOrg } from "./platform.ts";
import { setUp } from "./setUp.ts";

/** KRA, and a platform with tills whose organisations can switch eTIMS on. */
export function setUpTax() {
  const kra = setUp(
    () =>
      startEtimsSimulator({
        ...{ port: 0, pin: "P000000000S", branch: "00", deviceSerial: "sandbox-device" },
        ...{ clientId: "sandbox-client", clientSecret: "sandbox-client-secret" },
      }),
    (running) => running.close(),
  );
  const platform = setUp(
    () => createPaymentPlatform({ etimsUrl: kra.url, env: { ETIMS: "on" } }),
    (running) => running.close(),
  );
  let pins = 0;
  const account = (more: object = {}) => ({
    pin: `P${String(100_000_000 + ++pins)}Q`,
    deviceSerial: "sandbox-device",
    itemClass: "8111000000",
    ...more,
  });
  return {
    ...{ kra, platform, account },
    async switchOn(org: TestOrg, more: object = {}) {
      await platform.call("PUT /etims", account(more), org);
      await platform.call("POST /etims/switch", { isOn: true }, org);
    },
    documents: ({ orgId }: Pick<TestOrg, "orgId">) =>
      platform.services.db.withOrg(orgId, (tx) =>
        tx
          .select()
          .from(taxDocuments)
          .where(eq(taxDocuments.orgId, orgId))
          .orderBy(asc(taxDocuments.taxNumber)),
      ),
    fault: (kind: string, more = {}) =>
      fetch(`${kra.url}/_sim/faults`, { method: "POST", body: JSON.stringify({ kind, ...more }) }),
    /** The documents that KRA registered. */
    registered: async () =>
      (await (await fetch(`${kra.url}/_sim/ledger`)).text())
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Registered)
        .filter(({ what }) => what === "sale"),
  };
}

interface Registered {
  what: string;
  invcNo: number;
  totAmt: number;
  rcptTyCd: string;
  custTin?: string;
}
