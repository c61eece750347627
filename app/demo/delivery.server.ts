import { clientOf, type Tx } from "#app/db/client.server.ts";
import { catalogueSendings } from "./plan.ts";

/**
 * The shop's slower sending, links and tests: the catalogue campaign was spread over four hours, with a link
 * per recipient, and was followed up; two phones get tests; Meta has reported every portfolio's limit.
 */
export async function loadDelivery(tx: Tx, orgId: string, now: Date, linkBase: string): Promise<void> {
  const client = clientOf(tx);
  const [first, second] = catalogueSendings.map(({ name }) => name);
  await client.query({ text: writeLinks, values: [orgId, [first, second], linkBase] });
  await client.query({
    text: `update campaigns set pace = '{"kind": "over", "hours": 4}', pace_gap_seconds = 20 where org_id = $1 and name = any($2)`,
    values: [orgId, [first, second]],
  });
  await client.query({
    text: `update campaigns c set made_from = f.id, audience = jsonb_build_object('kind', 'follow_up', 'campaignId', f.id, 'to', 'not_read')
      from campaigns f where c.org_id = $1 and c.name = $3 and f.org_id = $1 and f.name = $2`,
    values: [orgId, first, second],
  });
  await client.query({
    text: `insert into test_numbers (org_id, phone, name, created_at) values ($1, '+254700900501', 'Wanjiru, shop', $2), ($1, '+254700900502', 'Otieno, office', $2)`,
    values: [orgId, now],
  });
  await client.query({
    text: "update whatsapp_accounts set portfolio_limit = 'TIER_2K', portfolio_limit_at = $1",
    values: [now],
  });
}

/** Each recipient's link; some of those who read the message clicked it. */
const writeLinks = `
  with linked as materialized (
    select m.org_id, m.campaign_id, m.id, m.read_at,
      substr(translate(encode(sha256(('demo link ' || m.id)::bytea), 'base64'), '+/', '-_'), 1, 12) as code,
      m.read_at is not null and demo_load.demo_chance('click' || m.id) < 0.34 as followed,
      1 + floor(demo_load.demo_chance('clicks' || m.id) * 1.6)::int as clicks
    from campaigns c join messages m on m.org_id = c.org_id and m.campaign_id = c.id
    where c.org_id = $1 and c.name = any($2)
  ), links as (
    insert into tracked_links (code, org_id, campaign_id, message_id, variable, clicks, first_clicked_at, last_clicked_at)
    select code, org_id, campaign_id, id, '2', case when followed then clicks else 0 end,
      case when followed then read_at + interval '40 seconds' end,
      case when followed then read_at + make_interval(secs => 40 + 3600 * (clicks - 1)) end
    from linked
  )
  update messages m set variables = m.variables || jsonb_build_object('2', $3 || l.code)
  from linked l where m.org_id = l.org_id and m.id = l.id`;
