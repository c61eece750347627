import { and, eq } from "drizzle-orm";
import { connections } from "#app/db/schema/integrations/connections.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { callerFor } from "#app/domain/integrations/connections/access.server.ts";
import { faultNote } from "#app/domain/integrations/connections/faultNote.ts";
import { type Connection, ownConnection } from "#app/domain/integrations/connections/find.server.ts";
import { noteLog } from "#app/domain/integrations/connections/log.server.ts";
import { connectionNote } from "#app/domain/integrations/connections/notes.ts";
import { contactOfEvent } from "#app/domain/integrations/rules/find.server.ts";
import type { Task } from "#app/domain/integrations/tasks/claim.server.ts";
import { finishTask, type Outcome, retryTask } from "#app/domain/integrations/tasks/finish.server.ts";
import { inLanguageOf } from "#app/domain/money/invoices/language.server.ts";
import type { Services } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { ServiceRefused, ServiceUnreachable } from "#app/providers/integrations/call.server.ts";
import { addHubspotMessage, hasHubspotMessage } from "#app/providers/integrations/hubspot.server.ts";
import { appendToSheet, readSheet } from "#app/providers/integrations/sheets.server.ts";
import { findInSlack, postToSlack } from "#app/providers/integrations/slack.server.ts";
import { m } from "#messages";
import { sendContact } from "./crm.server.ts";
import { linkOf, saveLink } from "./links.server.ts";

/** Notifies a connected service of an event. */
export async function notifyService(services: Services, task: Task): Promise<void> {
  const one = { orgId: task.orgId, id: task.subscriberId };
  const [connection] = await services.db.withOrg(task.orgId, (tx) =>
    tx.select().from(connections).where(ownConnection(one)),
  );
  if (connection?.status !== "connected")
    return finishTask(services, task, { state: "skipped", note: connectionNote("connection.not_connected") });
  try {
    await finishTask(services, task, await notifyVendor(services, connection, task));
  } catch (error) {
    const message = faultNote(error);
    if (error instanceof ServiceUnreachable) return retryTask(services, task, { note: message });
    if (!(error instanceof ServiceRefused || error instanceof DomainError)) throw error;
    await services.db.withOrg(task.orgId, (tx) =>
      noteLog(tx, services, connection, { kind: "failed", ok: false, detail: message }),
    );
    await finishTask(services, task, { state: "failed", note: message });
  }
}

/** Runs `words` in the organisation's language, because all members read the other service. */
const inTheirLanguage = (services: Services, { orgId }: Pick<Task, "orgId">, words: () => string) =>
  services.db.withOrg(orgId, (tx) => inLanguageOf(tx, orgId, words));

/** An earlier attempt may have crashed after notifying the service: the service is checked first. */
const mayBeNotified = ({ attempts }: Task): boolean => attempts > 1;

const nothing = (): Outcome => ({ state: "skipped", note: connectionNote("connection.nothing") });

async function notifyVendor(services: Services, connection: Connection, task: Task): Promise<Outcome> {
  const contactId = contactOfEvent(task);
  switch (connection.provider) {
    case "hubspot":
    case "salesforce":
      return contactId === null ? nothing() : notifyCrm(services, connection, task, contactId);
    case "slack":
      return notifySlack(services, connection, task);
    case "google_sheets":
      return notifySheet(services, connection, task);
    default:
      return nothing();
  }
}

async function notifyCrm(
  services: Services,
  connection: Connection,
  task: Task,
  contactId: string,
): Promise<Outcome> {
  const { externalId, changed } = await sendContact(services, connection, contactId);
  if (externalId === null) return { state: "skipped", note: connectionNote("connection.no_phone") };
  if (!task.name.startsWith("message."))
    return changed ? { state: "done" } : { state: "skipped", note: connectionNote("connection.echo") };
  const text = await textOf(services, task);
  const call = callerFor(services, connection);
  const written = await inTheirLanguage(services, task, () =>
    task.name === "message.received"
      ? m.integrations_crm_message_of_customer({ text })
      : m.integrations_crm_message_of_us({ text }),
  );
  const entry = { externalId, text: written, at: task.at };
  if (!(mayBeNotified(task) && (await hasHubspotMessage(call, entry)))) await addHubspotMessage(call, entry);
  await services.db.withOrg(task.orgId, (tx) =>
    noteLog(tx, services, connection, { kind: "message.sent", detail: text }),
  );
  return { state: "done" };
}

/** The message's full text while it is stored, else the event's excerpt. */
async function textOf(services: Services, { orgId, data }: Task): Promise<string> {
  const {
    messageId = "",
    excerpt,
    template,
  } = data as { messageId?: string; excerpt?: string; template?: string };
  const [message] = await services.db.withOrg(orgId, (tx) =>
    tx
      .select({ body: messages.body })
      .from(messages)
      .where(and(eq(messages.orgId, orgId), eq(messages.id, messageId))),
  );
  return (
    message?.body ||
    excerpt ||
    inTheirLanguage(services, { orgId }, () =>
      template ? m.integrations_crm_template({ template }) : m.integrations_note_message(),
    )
  );
}

/**
 * Posts a customer's message: a new conversation starts a thread in the channel, later messages are added to
 * it.
 */
async function notifySlack(services: Services, connection: Connection, task: Task): Promise<Outcome> {
  const { channel } = connection.settings;
  const conversationId = task.subjectId;
  if (!channel) return { state: "skipped", note: connectionNote("connection.no_channel") };
  if (!conversationId?.startsWith("cnv_")) return nothing();
  const link = await services.db.withOrg(task.orgId, (tx) => linkOf(tx, connection, { conversationId }));
  const text = await textOf(services, task);
  const { contact, phone } = task.data as { contact?: string; phone?: string | null };
  const who = [contact, phone].filter(Boolean).join(", ");
  const [known, threadTs] = (link?.externalId ?? "").split(" ");
  const call = callerFor(services, connection);
  const place = { channel: known || channel, threadTs, key: task.id };
  const earlier = mayBeNotified(task) ? await findInSlack(call, { ...place, since: task.at }) : null;
  const opening = await inTheirLanguage(services, task, () =>
    [
      m.integrations_slack_opening({ who: who || m.integrations_note_customer(), text }),
      m.integrations_slack_how_to_reply(),
    ].join("\n"),
  );
  const posted = earlier ?? (await postToSlack(call, { ...place, text: threadTs ? text : opening }));
  await services.db.withOrg(task.orgId, async (tx) => {
    if (!link)
      await saveLink(tx, connection, { externalId: `${posted.channel} ${posted.ts}`, conversationId });
    await noteLog(tx, services, connection, {
      kind: "message.sent",
      detail: who || connectionNote("connection.a_customer"),
    });
  });
  return { state: "done" };
}

async function notifySheet(services: Services, connection: Connection, task: Task): Promise<Outcome> {
  const { spreadsheetId, resultRange } = connection.settings;
  if (!spreadsheetId || !resultRange)
    return { state: "skipped", note: connectionNote("connection.no_sheet") };
  const {
    campaign = "",
    recipients = 0,
    failed = 0,
  } = task.data as {
    campaign?: string;
    recipients?: number;
    failed?: number;
  };
  const row = [task.at.toISOString(), campaign, recipients, recipients - failed, failed];
  const call = callerFor(services, connection);
  const isWritten = mayBeNotified(task) && hasRow(await readSheet(call, spreadsheetId, resultRange), row);
  if (!isWritten) await appendToSheet(call, spreadsheetId, resultRange, row);
  await services.db.withOrg(task.orgId, (tx) =>
    noteLog(tx, services, connection, { kind: "result.sent", detail: campaign }),
  );
  return { state: "done" };
}

const hasRow = (rows: readonly string[][], [at, campaign]: readonly (string | number)[]) =>
  rows.some(([first, second]) => first === at && second === campaign);
