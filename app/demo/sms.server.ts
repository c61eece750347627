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
}
