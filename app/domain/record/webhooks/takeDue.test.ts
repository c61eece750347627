import { expect, it } from "vitest";
import { hookedOrg, tellDelivered } from "#tests/support/hookEndpoints.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { nodesOf, type PlanRow } from "#tests/support/queryPlan.ts";
import { takeText } from "./deliver.server.ts";

const platform = setUpPlatform();

it("reads no more deliveries than it takes, whatever the backlog", async () => {
  const { services } = platform;
  const { orgId } = await hookedOrg(services, ["http://127.0.0.1:9/"]);
  await tellDelivered(services, orgId, 3000);
  const { rows } = await services.db.owner.query<PlanRow>({
    text: `explain (analyze, format json) ${takeText}`,
    values: [new Date(), new Date(Date.now() + 60_000), 500],
  });
  const reads = nodesOf(rows[0]!["QUERY PLAN"][0].Plan)
    .filter((node) => node["Relation Name"] === "webhook_deliveries" && node["Node Type"] !== "ModifyTable")
    .map((node) => node["Actual Rows"]! * node["Actual Loops"]!);
  expect(reads.length).toBeGreaterThan(0);
  expect(Math.max(...reads)).toBeLessThan(50);
});
