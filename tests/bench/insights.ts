import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type { z } from "zod";
import { contract } from "#app/api/contract.ts";
import { countAnalytics } from "#app/domain/insights/analytics/count.server.ts";
import type { MemberContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { prepareGround } from "./ground.ts";
import { percentile, print } from "./measure.ts";

/**
 * `npm run bench:insights`: one large organisation with `--messages` (10,000,000): a fifth of them in chats, the others in
 * campaigns of 20,000 and one of a million, to a million contacts over 180 days. Counts its analytics, then asks overview,
 * analytics and search for their data: milliseconds, one JSON object a line.
 */
const { values } = parseArgs({
  options: { messages: { type: "string", default: "10000000" }, runs: { type: "string", default: "5" } },
});
const messages = Number(values.messages);
const people = Math.min(1_000_000, Math.ceil(messages / 10));
const chats = Math.floor(messages / 5);
const large = Math.min(1_000_000, Math.floor(messages / 4));
const usual = Math.max(1, Math.min(20_000, Math.floor(messages / 100)));
const usualCampaigns = Math.floor((messages - chats - large) / usual);

const days = 180;
const columns = `org_id, id, direction, type, state, phone_number_id, contact_id, campaign_id, sequence, template_id, author_user_id,
  error_code, accepted_at, created_at`;

/**
 * `$1` people, `$2` chat messages, `$3` messages of the large campaign, `$4` of each other, `$5` other
 * campaigns.
 */
const statements = [
  `insert into organisations (id, name, billing_type) values ('org_1', 'Duka', 'prepaid')`,
  `insert into users (id, email, first_name, password_hash, account_status, is_verified)
    select 'usr_' || n, n || '@duka.test', 'Asha ' || n, 'none', 'active', true from generate_series(1, 20) n`,
  `insert into members (org_id, user_id, role) select 'org_1', 'usr_' || n, 'admin' from generate_series(1, 20) n`,
  `insert into whatsapp_accounts (org_id, id, waba_id, name, status) values ('org_1', 'wac_1', '1', 'Duka', 'connected')`,
  `insert into phone_numbers (org_id, id, whatsapp_account_id, phone_number_id, display_phone_number, status, quality_rating)
    select 'org_1', 'pno_' || n, 'wac_1', n::text, '+254 700 000 00' || n, 'CONNECTED', 'GREEN' from generate_series(1, 3) n`,
  `insert into templates (org_id, id, whatsapp_account_id, name, language, category, status, components)
    select 'org_1', 'tpl_' || n, 'wac_1', 'offer_' || n, 'en', 'MARKETING', 'APPROVED', '[]' from generate_series(1, 40) n`,
  `insert into contacts (org_id, id, name, phone) select 'org_1', 'con_' || n, 'Contact ' || n, '+2547' || lpad(n::text, 8, '0')
    from generate_series(1, $1::int) n`,
  `insert into campaigns (org_id, id, name, status, template_id, phone_number_id, audience, recipient_count, created_by, started_at)
    select 'org_1', 'cmp_' || n, 'Campaign ' || n, 'completed', 'tpl_' || 1 + n % 40, (1 + n % 3)::text, '{"kind": "all"}',
      case n when 0 then $3::int else $4::int end, 'usr_' || 1 + n % 20, now() - make_interval(hours => 1 + n * ${days * 24} / (1 + $5::int))
    from generate_series(0, $5::int) n`,
  `insert into messages (${columns})
    select 'org_1', 'msg_' || lpad(to_hex((extract(epoch from c.started_at) * 1000)::bigint), 12, '0') || lpad(to_hex(i), 8, '0') || c.id,
      'out', 'template', (case i % 50 when 0 then 'failed' else (array['read', 'delivered', 'read', 'sent'])[1 + i % 4] end)::message_state,
      c.phone_number_id, 'con_' || 1 + (i * 7 + length(c.id)) % $1::int, c.id, i, c.template_id, null,
      case i % 50 when 0 then (array[131026, 131049, 130472])[1 + i % 3] end, c.started_at + make_interval(secs => i / 80.0), c.started_at
    from campaigns c cross join lateral generate_series(1, c.recipient_count) i`,
  `insert into campaign_totals (org_id, campaign_id, state, count)
    select org_id, campaign_id, state, count(*) from messages where campaign_id is not null group by 1, 2, 3`,
  `insert into campaign_replies (org_id, campaign_id, message_id)
    select org_id, campaign_id, id from messages where campaign_id is not null and state = 'read' and sequence % 32 = 2`,
  `insert into messages (${columns})
    select 'org_1', 'msg_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || lpad(to_hex(i), 20, '0'),
      case i % 2 when 0 then 'in' else 'out' end, 'text', (array['delivered', 'read'])[1 + i % 2]::message_state, (1 + i % 3)::text,
      'con_' || 1 + i / 10 % $1::int, null, null, null, case i % 2 when 1 then 'usr_' || 1 + i % 20 end, null, at, at
    from generate_series(1, $2::int) i cross join lateral (select now() - i * make_interval(secs => ${days} * 86400.0 / $2::int) as at) t`,
  `insert into conversations (org_id, id, phone_number_id, contact_id, last_message_at)
    select 'org_1', 'cnv_' || n, '1', 'con_' || n, now() from generate_series(1, least($1::int, 200000)) n`,
  `insert into answered_waits (org_id, message_id, conversation_id, answered_by, is_first_reply, waiting_since, answered_at)
    select 'org_1', 'w' || i, 'cnv_' || 1 + i % least($1::int, 200000), 'usr_' || 1 + i % 20, true, at - make_interval(secs => i % 7200), at
    from generate_series(1, $2::int / 4) i cross join lateral (select now() - i * make_interval(secs => ${days} * 86400.0 / ($2::int / 4)) as at) t`,
  `insert into hourly_totals (org_id, hour, direction, state, count)
    select 'org_1', date_trunc('hour', now()) - make_interval(hours => h), d, s::message_state, 100 + h % 900
    from generate_series(0, ${days * 24}) h cross join (values ('out', 'accepted'), ('out', 'sent'), ('out', 'delivered'), ('out', 'read'),
      ('out', 'failed'), ('in', 'delivered')) as k(d, s)`,
  `insert into ledger_accounts (org_id, name, balance_cents, postings) values ('org_1', 'wallet', 900000, 20)`,
];

const screens: { page: string; key: string; input?: Record<string, unknown> }[] = [
  { page: "overview", key: "GET /dashboard" },
  { page: "overview, the day", key: "GET /dashboard/day" },
  { page: "first steps", key: "GET /get-started" },
  ...["24hours", "7days", "30days", "90days"].map((period) => ({
    page: `analytics, ${period}`,
    key: "GET /analytics",
    input: { period },
  })),
  { page: "suggestions", key: "GET /search/suggestions", input: { q: "contact 77" } },
];

interface Call {
  input: z.ZodType;
  run(call: { ctx: MemberContext; input: unknown; request: Request }): Promise<unknown>;
}

const ground = await prepareGround();
try {
  const { services } = ground;
  const sizes = [people, chats, large, usual, usualCampaigns];
  for (const text of statements) {
    const used = [...text.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit));
    // A parameter unused in a statement has no type.
    const named = text.replaceAll(/\$(\d)::int/g, (_, digit: string) => String(sizes[Number(digit) - 1]));
    await services.db.owner.query(used.length > 0 ? named : text);
  }
  await services.db.owner.query("analyze");
  const orgId = "org_1" as OrgId;
  for (const pass of ["first", "again"]) {
    const began = performance.now();
    await countAnalytics({ ctx: { ...services, orgId }, input: { days: 3 } });
    print({
      bench: "count-analytics",
      pass,
      messages,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    });
  }
  const ctx: MemberContext = {
    ...services,
    orgId,
    caller: { requestId: randomUUID(), ipAddress: "127.0.0.1", userAgent: "bench" },
    session: {
      sessionId: "ses_bench",
      userId: "usr_1",
      email: "1@duka.test",
      usertype: "individual",
      orgId,
      memberRole: "owner",
      staffRole: undefined,
      partnerId: undefined,
      suspension: undefined,
      hasSecondFactor: false,
    },
  };
  for (const { page, key, input } of screens) {
    const call = (contract as unknown as Record<string, Call>)[key]!;
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
    print({ bench: "insights", page, messages, firstMs: Math.round(times[0]!), ms });
  }
} finally {
  await ground.close();
}
process.exit(0);
