import { clientOf, type Tx } from "#app/db/client.server.ts";
import { sealApiKey } from "#app/domain/messaging/sms/accounts.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Of the simulator, which accepts any username with its key. */
const username = "dukaletu";

const settingsText = `insert into sms_settings (org_id, account, username, api_key_encrypted, sender_name, checked_at, check_result, balance, created_at, updated_at)
  values ($1, 'own', $2, $3, 'DUKALETU', $4, 'ok', 'KES 1785.50', $4, $4)`;

const templatesText = `update templates set sms = t.sms from (values
    ('order_ready', jsonb_build_object('text', 'Hello {{1}}, your order is ready at our {{2}} shop until 7 pm. Duka Letu', 'waitSeconds', 900, 'maxCents', 300)),
    ('sign_in_code', jsonb_build_object('text', '{{1}} is your Duka Letu code.', 'waitSeconds', 10, 'maxCents', 300))
  ) as t(name, sms) where templates.org_id = $1 and templates.name = t.name and templates.language = 'en'`;

const sentText = `
  with sent as (
    insert into sms_messages (org_id, id, message_id, contact_id, recipient, body, parts, wait_seconds, price_cents, state,
      provider_id, cost_cents, report, tries, sent_at, delivered_at, created_at)
    select m.org_id, 'sms_' || substr(m.id, 5), m.id, m.contact_id, m.recipient, coalesce(m.body, ''), 1, 900, 0, 'delivered',
      'ATXid_' || md5(m.id), 80, 'Success', 1, m.failed_at, m.failed_at + interval '4 seconds', m.created_at
    from messages m
    where m.org_id = $1 and m.campaign_id is null and m.template_id is not null and m.state = 'failed'
      and m.recipient like '+254%' and m.contact_id is not null
    order by m.id desc limit 40 returning message_id
  )
  update messages m set fallback = 'sms' from sent where m.org_id = $1 and m.id = sent.message_id`;

/** Those whom the newest broadcast of finished orders did not reach on WhatsApp; the network lost every ninth of their SMS. */
const ofCampaignText = `
  with chosen as (
    select c.id, c.messages_from, c.messages_to, t.sms ->> 'text' as text from campaigns c join templates t on t.org_id = $1 and t.id = c.template_id
    where c.org_id = $1 and c.status = 'completed' and t.name = 'order_ready' and t.sms is not null
    order by c.started_at desc limit 1
  ), marked as (
    update campaigns c set sms = jsonb_build_object('text', chosen.text, 'waitSeconds', 900, 'mostCents', 0)
    from chosen where c.org_id = $1 and c.id = chosen.id
  ), sent as (
    insert into sms_messages (org_id, id, message_id, campaign_id, contact_id, recipient, body, parts, wait_seconds, price_cents, state,
      reason, provider_id, cost_cents, report, tries, sent_at, delivered_at, failed_at, created_at)
    select m.org_id, 'sms_' || substr(m.id, 5), m.id, m.campaign_id, m.contact_id, m.recipient,
      replace(replace(chosen.text, '{{1}}', coalesce(m.variables ->> '1', '')), '{{2}}', coalesce(m.variables ->> '2', '')), 1, 900, 0,
      case when m.sequence % 9 = 0 then 'failed' else 'delivered' end, case when m.sequence % 9 = 0 then 'network' end,
      'ATXid_' || md5(m.id), 80, case when m.sequence % 9 = 0 then 'Failed' else 'Success' end, 1, m.failed_at,
      case when m.sequence % 9 <> 0 then m.failed_at + interval '4 seconds' end, case when m.sequence % 9 = 0 then m.failed_at + interval '9 seconds' end,
      m.failed_at
    from messages m join chosen on m.campaign_id = chosen.id and m.id >= chosen.messages_from and m.id < chosen.messages_to
    where m.org_id = $1 and m.state = 'failed' and m.recipient like '+254%' and m.contact_id is not null
    returning message_id, state
  )
  update messages m set fallback = 'sms' from sent where m.org_id = $1 and m.id = sent.message_id and sent.state = 'delivered'`;

/** The shop's own account for SMS, its templates with SMS, and those that followed what WhatsApp could not deliver. */
export async function loadSms(
  tx: Tx,
  config: Pick<Config, "encryptionKeys">,
  orgId: OrgId,
  now: Date,
): Promise<void> {
  const client = clientOf(tx);
  const apiKey = sealApiKey({ config }, orgId, `test-sms-key-${username}`);
  await client.query({ text: settingsText, values: [orgId, username, apiKey, now] });
  await client.query({ text: templatesText, values: [orgId] });
  await client.query({ text: sentText, values: [orgId] });
  await client.query({ text: ofCampaignText, values: [orgId] });
}
