import { describe, expect, it } from "vitest";
import { closeDemo, demoLogins, loadDemo, refuseDemoWithOthers } from "#app/demo/load.server.ts";
import { closeAnsweredConversations } from "#app/domain/messaging/conversations/closeAnswered.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { loader as chat } from "#app/routes/chat/list.tsx";
import type { WordedList } from "#app/routes/chat/listWords.server.ts";
import { join } from "#tests/support/identity.ts";
import { openScreen } from "#tests/support/screens.ts";
import { wrongFigures } from "#tests/support/sequences.ts";
import { setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform } = setUpWhatsappPlatform();

const metaApp = {
  META_APP_ID: "1",
  META_APP_SECRET: "0123456789abcdef",
  META_CONFIG_ID: "1",
  META_WEBHOOK_VERIFY_TOKEN: "verify-me",
};
const configOf = (env: Record<string, string>) => {
  const { DATA_DIR } = { DATA_DIR: platform.services.config.dataDir };
  return parseConfig({ DATA_DIR, ...env });
};
const deployment = {
  DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
  SESSION_SECRET: "k".repeat(16) + "q".repeat(16),
  ENCRYPTION_KEY: "0123456789abcdef".repeat(4),
  SMTP_URL: "smtps://mail.tarishi.test:465",
};

describe("the demo, whose passwords are published", () => {
  it.each([
    ["nothing is set", {}, { demo: true, host: "127.0.0.1" }],
    ["the network is let in by name", { HOST: "0.0.0.0" }, { demo: true, host: "0.0.0.0" }],
    ["a real Meta app is connected", metaApp, { demo: false, host: "0.0.0.0" }],
    [
      "it is deployed",
      { ...deployment, APP_URL: "https://app.tarishi.test" },
      { demo: false, host: "0.0.0.0" },
    ],
    ["it is switched off", { DEMO: "off" }, { demo: false, host: "0.0.0.0" }],
  ])("when %s", (_, env, expected) => {
    const { demo, host } = configOf(env);
    expect({ demo, host }).toEqual(expected);
  });

  it("does not start with a real Meta app", () => {
    expect(() => configOf({ ...metaApp, DEMO: "on" })).toThrow(/DEMO=on can't go with META_APP_ID/);
  });

  it.each([
    ["somewhere else", "postgresql://tarishi@db.tarishi.test/tarishi"],
    ["in another folder", "postgresql://tarishi@/tarishi?host=%2Fvar%2Frun%2Fpostgresql"],
  ])("does not start with a database %s, and says what to set", (_, DATABASE_URL) => {
    const env = { ...deployment, APP_URL: "https://app.tarishi.test", DATABASE_URL, DEMO: "on" };
    expect(() => configOf(env)).toThrow(
      /DEMO=on can't go with DATABASE_URL.* Set DEMO=off, or unset DATABASE_URL/,
    );
  });

  it("starts with the database in its own data folder", () => {
    const socketDir = encodeURIComponent(`${platform.services.config.dataDir}/run`);
    const env = { ...deployment, APP_URL: "http://127.0.0.1:4000", DEMO: "on" };
    expect(configOf({ ...env, DATABASE_URL: `postgresql://tarishi@/tarishi?host=${socketDir}` }).demo).toBe(
      true,
    );
  });

  it("does not start in a database with other accounts, and its logins are closed there", async () => {
    const { services } = platform;
    const signIn = async (email: string) =>
      (await platform.request("POST /auth/signin", { email, password: demoLogins.password })).status;
    await loadDemo(services);
    await refuseDemoWithOthers(services);
    expect(await signIn(demoLogins.admin)).toBe(200);
    await closeDemo(services);
    const closed = [demoLogins.admin, demoLogins.individual, "kevin@dukaletu.test"];
    expect(await Promise.all(closed.map(signIn))).toEqual([403, 403, 403]);
    await loadDemo(services);
    expect(await signIn(demoLogins.admin)).toBe(200);
    await join(platform, "somebody@duka.test");
    await expect(refuseDemoWithOthers(services)).rejects.toThrow(/has other accounts/);
  });
});

it("the demo's chat opens with the waiting customers that the menu counts, and old conversations are closed", async () => {
  const { services } = platform;
  await loadDemo(services);
  const answer = await platform.request("POST /auth/signin", {
    email: demoLogins.individual,
    password: demoLogins.password,
  });
  const as = {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
  const { list } = await openScreen<{ list: WordedList }>(platform, chat, "/chat", as);
  expect(list.conversations.length).toBeGreaterThan(2);
  expect(list.conversations.filter(({ wait }) => wait === null)).toEqual([]);
  const { waitingConversations } = await platform.call("GET /notifications/unread", {}, as);
  const countOf = (queue: string) => list.queues.find(({ name }) => name === queue)?.count;
  expect([list.conversations.length, countOf("Waiting")]).toEqual([
    waitingConversations,
    String(waitingConversations),
  ]);
  expect(countOf("Closed")).not.toBe("0");
  expect(await closeAnsweredConversations(services)).toEqual({ closed: 0 });
});

it("the demo's sequences have the figures of their people", async () => {
  const { rows } = await platform.services.db.system.query<{ orgId: OrgId; open: number }>(
    `select org_id as "orgId", sum(count)::int as open from sequence_totals where counted = 'open' group by 1`,
  );
  expect(rows).toMatchObject([{ open: expect.any(Number) }]);
  expect(rows[0]!.open).toBeGreaterThan(10);
  expect(await platform.services.db.withSystem((tx) => wrongFigures(tx, rows[0]!.orgId))).toEqual([]);
});

it("a deployment needs a mail server, and names the missing setting", () => {
  const { SMTP_URL, ...withoutMail } = { ...deployment, APP_URL: "https://app.tarishi.test" };
  expect(() => configOf(withoutMail)).toThrow(/SMTP_URL is missing: the mail server, such as smtps:/);
  expect(configOf({ ...withoutMail, SMTP_URL }).smtpUrl).toBe(SMTP_URL);
});

it("a deployment is reachable without TLS only from its own machine", () => {
  expect(() => configOf({ ...deployment, APP_URL: "http://app.example.co.ke" })).toThrow(
    /APP_URL must begin/,
  );
  expect(configOf({ ...deployment, APP_URL: "http://127.0.0.1:4000" }).secureCookies).toBe(false);
});
