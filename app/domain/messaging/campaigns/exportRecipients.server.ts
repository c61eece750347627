import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import { recipientsExported } from "#app/domain/messaging/events.ts";
import { messageStateWords } from "#app/domain/messaging/messages/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { findCampaign } from "./find.server.ts";
import { readRecipients } from "./recipients.server.ts";

const batch = 5000;

const columns = (hasSms: boolean) => [
  m.files_row_number(),
  m.files_name(),
  m.files_phone(),
  m.files_campaigns_export_recipients_state(),
  m.files_row_reason(),
  m.files_error_code(),
  m.files_accepted(),
  m.files_was_delivered(),
  m.files_was_read(),
  m.files_was_failed(),
  ...(hasSms ? [m.files_sms(), m.files_sms_sent()] : []),
];

interface ExportQuery {
  campaignId: string;
  /** Only those in this state. */
  state?: MessageState | undefined;
}

/** The recipients of a campaign as the rows of a file, read batch by batch; the export is logged. */
export async function exportRecipients({ ctx, input }: Call<ExportQuery>) {
  const { name, sms } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId);
    await record(tx, ctx, recipientsExported, {
      subject: campaign.id,
      data: { campaign: campaign.name, state: input.state ?? null },
    });
    return campaign;
  });
  const fileName = `${name.replace(/[^\w-]+/g, "_").slice(0, 60) || "campaign"}_recipients.csv`;
  return { fileName, header: columns(sms !== null), pages: pagesOf(ctx, input, sms !== null) };
}

/** All recipients as rows of `columns`, batch by batch: memory stays the same for any number. */
async function* pagesOf(ctx: OrgContext, { campaignId, state }: ExportQuery, hasSms: boolean) {
  let after = 0;
  for (;;) {
    const rows = await readRecipients(ctx, { campaignId, state, after }, batch);
    yield rows.map((row) => [
      row.sequence,
      row.name,
      // A spreadsheet would take the plus for the beginning of a formula.
      row.phone.replace("+", ""),
      messageStateWords[row.state],
      row.reason?.text,
      row.state === "failed" ? row.errorCode : undefined,
      row.acceptedAt,
      row.deliveredAt,
      row.readAt,
      row.failedAt,
      ...(hasSms ? [row.sms, row.smsSentAt] : []),
    ]);
    if (rows.length < batch) return;
    after = rows.at(-1)!.sequence;
  }
}
