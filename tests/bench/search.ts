import { listContacts } from "#app/domain/contacts/queries.server.ts";
import { listFilters } from "#app/domain/contacts/segments/schemas.ts";
import { findEverywhere } from "#app/domain/insights/search/find.server.ts";
import { listConversations } from "#app/domain/messaging/inbox/list.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Ground } from "./ground.ts";
import { percentile, print } from "./measure.ts";

/** The search terms, by frequency. `once` was frequent, but only in the oldest tenth. */
const words = {
  rare: "mzigo 0777123",
  frequent: "asante",
  once: "ramadhani",
  none: "hakuna kitu kama hiki",
  name: "Wanjiku 4711",
  digits: "000 111",
};

/**
 * One organisation with `messages` chat messages in a fifth as many conversations, next to small ones; then each search of
 * the screens as the tenant's role: milliseconds, first and median of `runs` more.
 */
export async function benchSearch(
  ground: Ground,
  options: { messages: number; runs: number },
): Promise<void> {
  const sender = await ground.newSender(80);
  await generate(ground, sender, options.messages);
  const ctx: OrgContext = {
    ...ground.services,
    orgId: sender.orgId,
    actor: { kind: "member", userId: "usr_bench", ipAddress: null, userAgent: null },
  };
  const screens = {
    chat: (q: string) => listConversations(ctx, { q, page: 1, mark: "on" }),
    everywhere: (text: string) => findEverywhere({ ctx, input: { text } }),
    contacts: (search: string) => listContacts({ ctx, input: listFilters.parse({ search }) }),
  };
  const measured: Record<string, Record<string, { first: number; median: number }>> = {};
  let slowest = 0;
  for (const [screen, search] of Object.entries(screens)) {
    measured[screen] = {};
    for (const [kind, word] of Object.entries(words)) {
      const times: number[] = [];
      for (let run = 0; run <= options.runs; run++) {
        const startedAt = performance.now();
        await search(word);
        times.push(performance.now() - startedAt);
      }
      const median = percentile(times.slice(1), 0.5);
      slowest = Math.max(slowest, median);
      measured[screen][kind] = { first: Math.round(times[0]!), median: Math.round(median) };
    }
  }
  print({ bench: "search", messages: options.messages, slowestMs: Math.round(slowest), ...measured });
}

async function generate(
  ground: Ground,
  { orgId, phoneNumberId }: { orgId: string; phoneNumberId: string },
  count: number,
): Promise<void> {
  const { owner } = ground.services.db;
  const talks = Math.ceil(count / 5);
  const id = (prefix: string, n: string) => `'${prefix}_' || lpad(to_hex(${n}), 32, '0')`;
  await owner.query(
    `insert into contacts (org_id, id, phone, name, created_at)
     select $1, ${id("con", "n")}, '+2547' || lpad((n * 37 % 100000000)::text, 8, '0'),
       (array['Asha','Wanjiku','Otieno','Mwangi','Achieng'])[n % 5 + 1] || ' ' || n, now() - n * interval '1 second'
     from generate_series(1, $2::int) n`,
    [orgId, talks],
  );
  await owner.query(
    `insert into conversations (org_id, id, phone_number_id, contact_id, last_message_at, last_message)
     select $1, ${id("cnv", "n")}, $3, ${id("con", "n")}, now() - n * interval '1 second', 'Habari'
     from generate_series(1, $2::int) n`,
    [orgId, talks, phoneNumberId],
  );
  await owner.query(
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, body, search_text, created_at)
     select $1, ${id("msg", "n")}, 'in', 'text', 'delivered', $3, ${id("con", "1 + n % $4::int")}, said, said, now() - ($2 - n) * interval '1 second'
     from generate_series(1, $2::int) n cross join lateral (select 'habari, agizo namba ' || n || ' liko wapi'
       || case when n % 5 = 0 then ' asante sana' else '' end
       || case when n < $2 / 10 then ' ramadhani njema' else '' end
       || case when n % ($2 / 4) = 1 then ' mzigo 0777123' else '' end as said) as text`,
    [orgId, count, phoneNumberId, talks],
  );
  await owner.query("vacuum analyze contacts, conversations, messages");
}
