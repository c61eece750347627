import { syncJob } from "#app/domain/integrations/actors.ts";
import { callerFor } from "#app/domain/integrations/connections/access.server.ts";
import type { Connection } from "#app/domain/integrations/connections/find.server.ts";
import { noteLog } from "#app/domain/integrations/connections/log.server.ts";
import { queueReply } from "#app/domain/messaging/messages/queueReply.server.ts";
import { inLanguageOf } from "#app/domain/money/invoices/language.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { findInSlack, postToSlack, unescaped } from "#app/providers/integrations/slack.server.ts";
import { m } from "#messages";
import { linkByExternal } from "./links.server.ts";
import type { StoredNotice } from "./notices.server.ts";

interface SlackMessage {
  text?: string;
  ts?: string;
  channel: string;
  thread_ts: string;
}

/** Sends a reply in a conversation's thread to the customer, once; a refusal is posted to the thread. */
export async function applySlack(
  services: Services,
  connection: Connection,
  { body, externalId, attempts }: Pick<StoredNotice, "body" | "externalId" | "attempts">,
): Promise<void> {
  const { text = "", ts, channel, thread_ts: threadTs } = JSON.parse(body) as SlackMessage;
  const { orgId } = connection;
  const link = await services.db.withOrg(orgId, (tx) =>
    linkByExternal(tx, connection, `${channel} ${threadTs}`),
  );
  const conversationId = link?.conversationId;
  const reply = unescaped(text).trim().slice(0, 4096);
  if (!conversationId || reply === "") return;
  const ctx = systemContext(services, orgId, syncJob(connection.id));
  try {
    await services.db.withOrg(orgId, async (tx) => {
      await queueReply(tx, ctx, conversationId, { text: reply, key: `slack:${externalId}` });
      await noteLog(tx, services, connection, { kind: "message.received", detail: reply.slice(0, 80) });
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const call = callerFor(services, connection);
    const place = { channel, threadTs, key: `not-sent:${externalId}` };
    const since = new Date(Number(ts ?? threadTs) * 1000);
    if (attempts > 1 && (await findInSlack(call, { ...place, since }))) return;
    const text = await services.db.withOrg(orgId, (tx) =>
      inLanguageOf(tx, orgId, () =>
        m.integrations_slack_not_sent({ reason: noteWords(noteOfRefusal(error)) }),
      ),
    );
    await postToSlack(call, { ...place, text });
  }
}
