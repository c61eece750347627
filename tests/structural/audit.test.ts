import path from "node:path";
import { describe, expect, it } from "vitest";
import { type SourceFile, sourceFiles, withoutComments } from "./files.ts";
import { ratchet } from "./ratchet.ts";

const writes =
  /\b(tx|db|client|pool|system|owner)\s*\.\s*(insert|update|delete)\s*\(|\binsert\s+into\s+\w|\bdelete\s+from\s+\w|\bupdate\s+"?\w+"?(\s+\w+)?\s+set\b/i;
const opensTransaction = /\bwith(Org|System)\(|\bdb\.(system|owner)\b/;
const audits = /\brecord(All|OfUser)?\(\s*tx\b/;

/** Writing verbs that record no event, each with the reason. */
const exempt: Record<string, string> = {
  "app/domain/bots/conversations/isAnswered.server.ts": "reads; at most a conversation with its bot begins",
  "app/domain/crm/deals/queries.server.ts":
    "reads; gives an organisation its stages when they are first looked at",
  "app/domain/flows/definitions/queries.server.ts":
    "reads; gives an organisation its stages when they are first looked at",
  "app/domain/integrations/rules/queries.server.ts":
    "reads; gives an organisation its stages when they are first looked at",
  "app/domain/integrations/connections/begin.server.ts":
    "the one-time state of an authorisation, which is recorded when it ends",
  "app/domain/integrations/connections/tend.server.ts":
    "a job renews access, which is in the log of the connection, and deletes old logs",
  "app/domain/integrations/connections/setUp.server.ts":
    "the address that a shop was given, of a connection that is recorded by its verb",
  "app/domain/integrations/tasks/finish.server.ts": "how a task ended; what it did is recorded by its verbs",
  "app/domain/flows/definitions/trial.server.ts": "what a member says to a draft, which is not kept",
  "app/domain/integrations/tasks/claim.server.ts": "takes a task; what it does is recorded by its verbs",
  "app/domain/integrations/vendors/crm.server.ts": "what a service was told is in the log of its connection",
  "app/domain/integrations/vendors/notify.server.ts":
    "what a service was told is in the log of its connection",
  "app/domain/integrations/vendors/receive.server.ts":
    "keeps what a service said; what it comes to is recorded when it is applied",
  "app/domain/integrations/vendors/notices.server.ts":
    "keeps what a service said; what it comes to is recorded when it is applied",
  "app/domain/integrations/vendors/readDue.server.ts":
    "a job; what it read is in the log of the connection, and changes are recorded by their verbs",
  "app/domain/insights/analytics/count.server.ts": "a job; counts again what is recorded elsewhere",
  "app/domain/messaging/campaigns/compose.server.ts":
    "reads; the step it shares with the hold makes the month's counter row",
  "app/domain/messaging/campaigns/limit.server.ts":
    "a job lets a started campaign go on as far as Meta's limit has room",
  "app/domain/messaging/campaigns/links.server.ts":
    "counts who follows a link; the links themselves are written with the messages of a campaign",
  "app/domain/messaging/campaigns/quote.server.ts":
    "reads; the step it shares with the hold makes the month's counter row",
  "app/domain/contacts/fields/readColumn.server.ts":
    "types what contacts have in a field, whose definition is recorded",
  "app/domain/contacts/imports/applyBatch.server.ts":
    "a part of an import, which is recorded when it starts and ends",
  "app/domain/contacts/imports/readWorkbook.server.ts":
    "a part of an import, which is recorded when it starts and ends",
  "app/domain/organisations/apiKeys/find.server.ts": "notes when a key was last used",
  "app/domain/organisations/apiCalls/answers.server.ts":
    "keeps the answer to a call, which is recorded by its verb",
  "app/domain/record/webhooks/holds.server.ts":
    "a job; no person decides which process delivers to an endpoint",
  "app/domain/record/webhooks/noteDelivered.server.ts":
    "a job; that an endpoint took an event is in the delivery's own row",
  "app/domain/accounts/formDrafts/save.server.ts": "what somebody typed and has not sent is theirs alone",
  "app/domain/accounts/formDrafts/consume.server.ts": "what somebody typed and has not sent is theirs alone",
  "app/domain/messaging/conversations/drafts.server.ts":
    "what a member types and has not sent is theirs alone",
  "app/domain/messaging/media/fetch.server.ts":
    "a job brings what a message told of, whose arrival is recorded",
  "app/domain/insights/templates/history.server.ts":
    "reads; the step it shares with the hold makes the month's counter row",
  "app/domain/messaging/media/atMeta.server.ts": "the engine notes what Meta calls a file that is sent",
  "app/domain/messaging/media/saveForm.server.ts":
    "keeps the files of a form that is still being written; what they come to is recorded by its verb",
  "app/domain/whatsapp/templates/samples.server.ts": "a step of verbs that record the template or campaign",
  "app/domain/messaging/media/sweep.server.ts": "a job deletes what erasing and the retention left",
  "app/domain/messaging/conversations/expire.server.ts": "a job deletes what the retention ends",
  "app/domain/messaging/messages/sendableTemplates.server.ts":
    "reads; the step it shares with the hold makes the month's counter row",
  "app/domain/money/credits/allocateCredits.server.ts":
    "a job names what paid for entries that are in the ledger already",
  "app/domain/money/cards/receiveEvent.server.ts":
    "keeps what the card provider said; what it comes to is recorded when it is applied",
  "app/domain/money/payments/balance.server.ts": "a job of the platform; the check is its own row",
  "app/domain/money/payments/queries.server.ts":
    "reads; gives an organisation its account number when it is first looked at",
  "app/domain/money/payments/receive.server.ts":
    "keeps what M-Pesa said; what it comes to is recorded when it is applied",
  "app/domain/partners/accrue.server.ts": "a job; each share is a row, and an entry of the ledger",
  "app/domain/partners/pay.server.ts": "a job; what it pays out was recorded when it was processed",
  "app/domain/record/mails/deliver.server.ts":
    "a job; the mail's own row says when it was sent, and the deed was recorded",
  "app/domain/insights/weeklyReport/send.server.ts": "a job; the report's own row says which week was sent",
  "app/domain/insights/notifications/markRead.server.ts": "a member looked at their own notifications",
  "app/domain/accounts/rateLimits/countHit.server.ts": "counts calls; nothing that a member did",
  "app/domain/accounts/sessions/find.server.ts": "notes when a session was last seen",
  "app/domain/accounts/sessions/prune.server.ts": "a job deletes what expired",
  "app/domain/accounts/passwords/checkResetLink.server.ts":
    "reads; the code is judged, and used up only where the form is sent",
  "app/domain/accounts/rateLimits/limits.server.ts": "counts tries",
  "app/domain/messaging/campaigns/cancelRows.server.ts":
    "a job does the rest of a cancellation, which is recorded when it is made",
  "app/domain/record/audit/seal.server.ts": "a job seals the log itself",
  "app/domain/console/measure.server.ts": "a job keeps what the platform measured of itself",
  "app/domain/messaging/sender/work.server.ts": "the engine; what it does is in the rows of the messages",
  "app/domain/messaging/sender/claims.server.ts": "the engine; what it does is in the rows of the messages",
  "app/domain/messaging/sender/sendMinutes.server.ts": "the engine counts what it posted",
  "app/domain/whatsapp/webhookEvents/canStore.server.ts": "takes back what it writes",
  "app/domain/whatsapp/accounts/numbers.server.ts": "a step of connecting, which is recorded when it ends",
  "app/domain/whatsapp/accounts/signupState.server.ts":
    "the one-time state of a signup, which is recorded when it ends",
};

interface Facts {
  opens: boolean;
  writes: boolean;
  audits: boolean;
  imports: string[];
}

function factsOf(file: SourceFile): Facts {
  const code = withoutComments(file.text);
  const imports = [...code.matchAll(/^import (?!type)[^;]*?from\s*"([^"]+)"/gm)]
    .map((match) => match[1]!)
    .map((name) =>
      name.startsWith(".") ? path.posix.join(path.posix.dirname(file.path), name) : name.replace(/^#/, ""),
    );
  return {
    opens: opensTransaction.test(code),
    writes: writes.test(code),
    audits: audits.test(code),
    imports,
  };
}

/**
 * Verbs that change data without recording an event. A verb opens the transaction; a step receives one (`tx`)
 * and counts as part of every verb that imports it.
 */
function unaudited(files: readonly SourceFile[]): string[] {
  const facts = new Map(files.map((file) => [file.path, factsOf(file)]));
  const reaches = (at: string, what: "writes" | "audits", seen = new Set<string>()): boolean => {
    const known = facts.get(at);
    if (!known || seen.has(at)) return false;
    seen.add(at);
    if (known[what]) return true;
    return known.imports.some((step) => !facts.get(step)?.opens && reaches(step, what, seen));
  };
  return [...facts]
    .filter(([at, known]) => known.opens && reaches(at, "writes") && !reaches(at, "audits"))
    .map(([at]) => at);
}

describe("verbs that write", () => {
  const domain = sourceFiles(/^app\/domain\/.*(?<!\.test)\.ts$/);

  it("record an event in the same transaction", () => {
    expect(ratchet("verbs without an event", Object.keys(exempt), unaudited(domain))).toEqual([]);
  });

  it("the rule bites", () => {
    const verb = (body: string, imports = "") => ({
      path: "app/domain/contacts/delete.server.ts",
      text: `${imports}\nexport const remove = ({ ctx, input }) => ctx.db.withOrg(ctx.orgId, async (tx) => {${body}});`,
    });
    const step = {
      path: "app/domain/contacts/erase.server.ts",
      text: "export const erase = (tx) => tx.delete(contacts);",
    };
    const importsStep = 'import { erase } from "./erase.server.ts";';
    const found = (...files: SourceFile[]) => unaudited(files).length;
    expect(found(verb("await tx.delete(contacts);"))).toBe(1);
    expect(found(verb("await tx\n  .insert(contacts)\n  .values(row);"))).toBe(1);
    expect(found(verb("await tx.execute(sql`update contacts set name = ''`);"))).toBe(1);
    expect(found(verb("await erase(tx);", importsStep), step)).toBe(1);
    expect(
      found(verb("await erase(tx); await record(tx, ctx, contactDeleted, facts);", importsStep), step),
    ).toBe(0);
    expect(found(verb("await tx.delete(contacts); disc.record(ctx);"))).toBe(1);
    expect(found(verb("const rows = await tx.select().from(contacts); seen.delete(id);"))).toBe(0);
  });
});
