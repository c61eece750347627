import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { ChangeKind } from "#app/db/notify.server.ts";
import { databaseUrlOf } from "#tests/support/database.ts";
import { sourceFiles, withoutComments } from "./files.ts";
import { ratchet } from "./ratchet.ts";

let database: pg.Client;
beforeAll(async () => {
  database = new pg.Client({
    connectionString: databaseUrlOf(inject("databaseServerUrl"), inject("templateDatabase")),
  });
  await database.connect();
});
afterAll(() => database.end());

const notifying = async () =>
  (
    await database.query<{ name: string }>(
      `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = 'public' and p.prosrc ~* '\\m(pg_notify|notify)\\M' order by 1`,
    )
  ).rows.map(({ name }) => name);

describe("functions of the database", () => {
  it("notify of nothing: verbs do", async () => {
    expect(await notifying()).toEqual([]);
  });

  it("the rule bites", async () => {
    await database.query("begin");
    await database.query(`create function report() returns trigger language plpgsql as
      $$ begin perform pg_notify('a', new.org_id); return null; end $$`);
    expect(await notifying()).toEqual(["report"]);
    await database.query("rollback");
  });
});

/** Tables that open pages follow: how they change, and as what. */
const followed: Record<string, { sqlName: string; how: string; as: ChangeKind }> = {
  conversations: { sqlName: "conversations", how: "insert|update|delete", as: "conversations" },
  messages: { sqlName: "messages", how: "update", as: "messages" },
  media: { sqlName: "media", how: "update", as: "messages" },
  notifications: { sqlName: "notifications", how: "insert|update", as: "notifications" },
  campaigns: { sqlName: "campaigns", how: "update", as: "campaigns" },
  // PostgreSQL empties the columns that name them.
  members: { sqlName: "members", how: "delete", as: "conversations" },
  teams: { sqlName: "teams", how: "delete", as: "conversations" },
  paymentAttempts: { sqlName: "payment_attempts", how: "update", as: "payments" },
};

const writesOf = (kind: ChangeKind) =>
  new RegExp(
    Object.entries(followed)
      .filter(([, { as }]) => as === kind)
      .map(([name, { sqlName, how }]) => {
        const statements = how.replace("insert", "insert into").replace("delete", "delete from");
        return `\\.(?:${how})\\(\\s*${name}\\b|\\b(?:${statements}) (?:${sqlName}\\b|\\$\\{${name}\\})`;
      })
      .join("|"),
  );

const kinds = [...new Set(Object.values(followed).map(({ as }) => as))];
const notices = /\b(?:notifyPages|changeOf)\([^;]*?\)|\bnotifySoon\(/g;

/** What more functions and statements of a file change than notify of it. */
function silentIn(text: string): ChangeKind[] {
  const code = withoutComments(text);
  const parts = code.split(/^(?=\S)/m);
  const notified = [...code.matchAll(notices)].map(([call]) =>
    call.startsWith("notifySoon") ? '"messages"' : call,
  );
  return kinds.filter(
    (kind) =>
      parts.filter((part) => writesOf(kind).test(part)).length >
      notified.filter((call) => call.includes(`"${kind}"`)).length,
  );
}

/** Files with changes that no page shows, or of which another file notifies. */
const silent = {
  // No page follows these columns.
  "app/domain/contacts/fields/follow.server.ts": "The name of a field in the audience",
  "app/domain/insights/notifications/mail.server.ts": "When it was emailed",
  "app/domain/messaging/campaigns/limit.server.ts": "How far the messaging limit has capacity",
  "app/domain/messaging/campaigns/sendingSettings.server.ts": "Quiet hours",
  "app/domain/messaging/conversations/expire.server.ts": "A campaign's variables",
  "app/domain/messaging/inbox/alarm.server.ts": "For which wait the team was notified",
  "app/domain/messaging/inbox/away.server.ts": "When the away message was sent",
  "app/domain/messaging/media/fetch.server.ts": "The number of attempts",
  "app/domain/messaging/messages/queueTemplates.server.ts": "A file's message",
  "app/domain/messaging/sender/uploadMedia.server.ts": "The number of attempts, and Meta's id of a file",
  "app/domain/money/cards/applyEvent.server.ts": "What was returned of a payment",
  "app/domain/money/cards/check.server.ts": "When it was checked",
  "app/domain/money/cards/openPage.server.ts": "The provider's page",
  "app/domain/money/payments/sweep.server.ts": "When it is checked next",
  "app/domain/console/billing/recheckPayment.server.ts": "When it is checked next",
  "app/domain/whatsapp/templates/samples.server.ts": "That it is kept",
  // The sender notifies soon after.
  "app/domain/messaging/sender/claims.server.ts": "feed.server.ts",
  "app/domain/messaging/sender/work.server.ts": "feed.server.ts; and a campaign's cursor",
  "app/domain/messaging/messages/move.server.ts": "results.server.ts, for accepted ones",
  // With the first message of a conversation.
  "app/domain/messaging/webhooks/threads.server.ts": "writeThreads, after begin",
};

describe("changes of what open pages follow", () => {
  it("notify them", () => {
    const files = sourceFiles(/^app\/(?!demo\/).*(?<!\.test)\.ts$/).filter(
      ({ text }) => silentIn(text).length > 0,
    );
    const found = files.map(({ path }) => path);
    expect(ratchet("changes without a notice", Object.keys(silent), found)).toEqual([]);
  });

  it.each([
    ["conversations", "await tx.update(conversations).set({ unread: 0 });"],
    ["conversations", "await tx\n  .delete(conversations).where(own);"],
    ["conversations", "text: `insert into conversations (org_id) values ($1)`"],
    ["notifications", `sql\`update \${notifications} set read_at = now()\``],
    ["messages", 'tx.update(media); notifyPages(tx, orgId, "campaigns");'],
    [
      "messages",
      'function one() {\n  notifyPages(tx, orgId, "messages");\n  tx.update(messages);\n}\nconst text = `update messages m set a = 1`;',
    ],
  ])("finds a silent change of %s: %s", (kind, text) => {
    expect(silentIn(text)).toEqual([kind]);
  });

  it("may be together with their notice", () => {
    const both =
      'tx.update(campaigns); tx.update(messages); notifyPages(tx, orgId, "campaigns", "messages");';
    expect(silentIn(both)).toEqual([]);
    expect(silentIn("tx.insert(messages).values(a)")).toEqual([]);
  });
});
