import { readFileSync } from "node:fs";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { mails } from "#app/db/schema/record/mails.ts";
import { wantsWeeklyReport } from "#app/domain/insights/weeklyReport/choose.server.ts";
import { mailWeeklyReports } from "#app/domain/insights/weeklyReport/send.server.ts";
import { newestMail } from "#tests/support/identity.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

// A Thursday, ten in the morning in Nairobi.
const platform = setUpPlatform({ startsAt: "2026-11-26T07:00:00Z" });
const hours = (count: number) => count * 3_600_000;
/** To a time of Nairobi's clocks. */
const to = (text: string) =>
  platform.clock.advance(Date.parse(`${text}:00+03:00`) - platform.clock.now().getTime());

const send = () => mailWeeklyReports({ services: platform.services });
const choose = (weeklyReport: boolean, as: { cookie: string }) =>
  platform.call("PUT /notifications/choices", { choices: {}, weeklyReport }, as);
/** Read from the database: a session does not last for weeks. */
const wants = ({ orgId, userId }: Pick<TestOrg, "orgId" | "userId">) =>
  platform.services.db.withOrg(orgId, (tx) => wantsWeeklyReport(tx, { orgId, userId }));
const reportsTo = async (email: string) =>
  platform.services.db.withSystem((tx) =>
    tx
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.recipient, email), eq(mails.kind, "weekly_report"))),
  );
const traffic = ({ orgId }: TestOrg, at: string, delivered: number) =>
  platform.services.db.owner.query(
    `insert into hourly_totals (org_id, hour, direction, state, count) values ($1, $2, 'out', 'delivered', $3)`,
    [orgId, at, delivered],
  );

it("goes once to each member who chose it, on Monday at eight, with the week and the week before", async () => {
  const org = await platform.createOrg();
  const colleague = await joinOrganisation(platform, org, "agent");
  expect(await wants(org)).toBe(false);
  await choose(true, org);
  expect(await wants(org)).toBe(true);
  expect(await wants({ orgId: org.orgId, userId: colleague.memberId })).toBe(false);
  await traffic(org, "2026-11-25T09:00:00Z", 12);
  await traffic(org, "2026-11-18T09:00:00Z", 10);
  await traffic(org, "2026-11-30T01:00:00Z", 99);
  const { email } = org;
  to("2026-11-30T07:59");
  await send();
  expect(await reportsTo(email)).toHaveLength(0);
  to("2026-11-30T08:00");
  await Promise.all([1, 2, 3].map(send));
  platform.clock.advance(hours(30));
  await send();
  expect(await reportsTo(email)).toHaveLength(1);
  expect(await reportsTo(colleague.email)).toHaveLength(0);
  expect(await newestMail(platform, email, "weekly_report")).toMatchObject({
    ...{ from: "2026-11-23", to: "2026-11-29" },
    figures: { delivered: [12, 10], satisfaction: [null, null] },
  });
  to("2026-12-07T08:00");
  await send();
  expect(await reportsTo(email)).toHaveLength(2);
});

it("goes by the clocks of each organisation", async () => {
  to("2026-12-10T08:00");
  const org = await platform.createOrg();
  await platform.services.db.withSystem((tx) =>
    tx.update(organisations).set({ timezone: "Europe/London" }).where(eq(organisations.id, org.orgId)),
  );
  await choose(true, org);
  const { email } = org;
  to("2026-12-14T10:59");
  await send();
  expect(await reportsTo(email)).toHaveLength(0);
  to("2026-12-14T11:00");
  await send();
  expect(await reportsTo(email)).toHaveLength(1);
});

it("ends by the signed address in it, without a session, and again changes nothing", async () => {
  const org = await platform.createOrg();
  await choose(true, org);
  to("2026-12-21T08:00");
  await send();
  const { email } = org;
  const { unsubscribeUrl } = await newestMail(platform, email, "weekly_report");
  const token = new URL(unsubscribeUrl).pathname.replace("/unsubscribe/", "");
  const other = await platform.createOrg();
  await choose(true, other);
  const end = (given: string) => platform.request("POST /weekly-report/unsubscribe", { token: given });
  for (const wrong of [`${token}x`, token.replace(org.orgId, other.orgId), "nothing"])
    expect((await end(wrong)).status).toBe(404);
  expect(await wants(org)).toBe(true);
  expect((await end(token)).status).toBe(200);
  expect((await end(token)).status).toBe(200);
  expect([await wants(org), await wants(other)]).toEqual([false, true]);
  to("2026-12-28T08:00");
  await send();
  expect(await reportsTo(email)).toHaveLength(1);
});

it("is not sent to a member who left", async () => {
  const org = await platform.createOrg();
  const colleague = await joinOrganisation(platform, org, "agent");
  await choose(true, colleague);
  await platform.call("DELETE /members/:memberId", { memberId: colleague.memberId }, org);
  to("2027-01-04T08:00");
  await send();
  expect(await reportsTo(colleague.email)).toHaveLength(0);
});

it("carries the headers by which email programs unsubscribe with one click", async () => {
  const org = await platform.createOrg();
  await choose(true, org);
  to("2027-01-11T08:00");
  await send();
  await platform.runJobs();
  const [mail] = await reportsTo(org.email);
  const text = readFileSync(
    path.join(platform.services.config.dataDir, "outbox", `${mail!.id}.eml`),
    "utf8",
  ).replace(/\r?\n[ \t]+/g, "");
  expect(text).toMatch(/^List-Unsubscribe: ?<http\S+\/unsubscribe\/\S+>$/m);
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
});
