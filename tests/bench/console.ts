import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type { z } from "zod";
import { contract } from "#app/api/contract.ts";
import type { StaffContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { generatePlatform } from "./consoleData.ts";
import { type Ground, prepareGround } from "./ground.ts";
import { percentile, print } from "./measure.ts";

/**
 * `npm run bench:data`: creates a platform of 10,000 organisations and 10,000,000 messages, then loads each
 * tab of the console: milliseconds in the database, one JSON object a line, the slowest last. `--short`
 * creates a small one, `--organisations` and `--messages` one of any size.
 */
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    organisations: { type: "string" },
    messages: { type: "string" },
    runs: { type: "string", default: "5" },
  },
});
const organisations = Number(values.organisations ?? (values.short ? 1000 : 10_000));
const messages = Number(values.messages ?? (values.short ? 200_000 : 10_000_000));
const aimMs = 100;

/** The calls of a tab, with its expensive filters. */
const screensWith = (someWamid: string): { tab: string; key: string; input?: Record<string, unknown> }[] => [
  { tab: "overview", key: "GET /admin/overview" },
  { tab: "alerts", key: "GET /admin/alerts" },
  { tab: "users", key: "GET /admin/organisations" },
  { tab: "users, by usage", key: "GET /admin/organisations", input: { sort: "-usage" } },
  { tab: "users, by revenue", key: "GET /admin/organisations", input: { sort: "-revenue" } },
  { tab: "users, pending", key: "GET /admin/organisations", input: { status: "pending" } },
  { tab: "users, search", key: "GET /admin/organisations", input: { search: "duka 77" } },
  { tab: "user", key: "GET /admin/organisations/:orgId", input: { orgId: "org_7" } },
  { tab: "billing", key: "GET /admin/billing" },
  { tab: "billing, reconciliation", key: "GET /admin/billing/reconciliation" },
  { tab: "billing, entries", key: "GET /admin/billing/entries" },
  { tab: "invoices", key: "GET /admin/invoices" },
  { tab: "invoices, search", key: "GET /admin/invoices", input: { search: "duka 77" } },
  { tab: "invoices, one found", key: "GET /admin/invoices", input: { search: "INV-00000777" } },
  { tab: "invoices, overdue", key: "GET /admin/invoices", input: { status: "overdue" } },
  { tab: "invoices, by name", key: "GET /admin/invoices", input: { sort: "business" } },
  { tab: "invoice", key: "GET /admin/invoices/:invoiceId", input: { invoiceId: "inv_7_3" } },
  { tab: "disputes", key: "GET /admin/disputes" },
  { tab: "work", key: "GET /admin/work" },
  { tab: "rates", key: "GET /admin/rates" },
  { tab: "whatsapp", key: "GET /admin/whatsapp" },
  { tab: "whatsapp, search", key: "GET /admin/whatsapp", input: { search: "254 700" } },
  {
    tab: "whatsapp account",
    key: "GET /admin/whatsapp/:orgId/:accountId",
    input: { orgId: "org_7", accountId: "wac_7" },
  },
  { tab: "system, 24h", key: "GET /admin/system", input: { range: "24h" } },
  { tab: "system, 30d", key: "GET /admin/system", input: { range: "30d" } },
  { tab: "templates", key: "GET /admin/templates" },
  { tab: "templates, search", key: "GET /admin/templates", input: { search: "duka 77" } },
  { tab: "data", key: "GET /admin/data" },
  { tab: "staff", key: "GET /admin/staff" },
  { tab: "search", key: "GET /admin/search", input: { q: "duka 77" } },
  { tab: "search, an invoice", key: "GET /admin/search", input: { q: "INV-00000777" } },
  { tab: "search, our id", key: "GET /admin/search", input: { q: "msg_0000000000000000000000000777" } },
  { tab: "search, Meta's id", key: "GET /admin/search", input: { q: someWamid } },
  { tab: "organisation's health", key: "GET /admin/organisations/:orgId/health", input: { orgId: "org_7" } },
  { tab: "settlements", key: "GET /admin/settlements" },
  { tab: "payouts", key: "GET /admin/payouts" },
];

function staffContext(ground: Ground): StaffContext {
  return {
    ...ground.services,
    caller: { requestId: randomUUID(), ipAddress: "127.0.0.1", userAgent: "bench" },
    session: {
      sessionId: "ses_bench",
      userId: "usr_staff",
      email: "staff@tarishi.test",
      usertype: "admin",
      orgId: "org_1" as OrgId,
      memberRole: "owner",
      staffRole: "owner",
      partnerId: undefined,
      suspension: undefined,
      hasSecondFactor: true,
    },
  };
}

interface Call {
  input: z.ZodType;
  run(call: { ctx: StaffContext; input: unknown; request: Request }): Promise<unknown>;
}

const ground = await prepareGround();
try {
  const startedAt = performance.now();
  await generatePlatform(ground, { organisations, messages });
  print({
    bench: "console-data",
    organisations,
    messages,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
  const ctx = staffContext(ground);
  let slowest = { tab: "", ms: 0 };
  const over: string[] = [];
  const { rows } = await ground.services.db.owner.query<{ wamid: string }>(
    "select wamid from messages where org_id = 'org_7' order by id limit 1",
  );
  for (const { tab, key, input } of screensWith(rows[0]!.wamid)) {
    const call = (contract as unknown as Record<string, Call | undefined>)[key];
    if (!call) throw new Error(`the contract knows no ${key}`);
    const times: number[] = [];
    for (let run = 0; run <= Number(values.runs); run++) {
      const began = performance.now();
      await call.run({
        ctx,
        input: call.input.parse(input ?? {}),
        request: new Request("http://localhost/"),
      });
      times.push(performance.now() - began);
    }
    const ms = Math.round(percentile(times.slice(1), 0.5) * 10) / 10;
    print({ bench: "console", tab, firstMs: Math.round(times[0]!), ms });
    if (ms > slowest.ms) slowest = { tab, ms };
    if (ms > aimMs) over.push(tab);
  }
  print({
    bench: "console",
    organisations,
    messages,
    slowestMs: slowest.ms,
    slowest: slowest.tab,
    aimMs,
    over,
  });
} finally {
  await ground.close();
}
process.exit(0);
