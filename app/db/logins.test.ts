import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { connect } from "#app/db/client.server.ts";
import { startEmbeddedPostgres } from "#app/db/embedded.server.ts";
import { loginsOf, openLogins, scramVerifier } from "#app/db/logins.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

/** PostgreSQL's result of a statement: its error's code, or the number of rows. */
const outcomeOf = (run: Promise<{ rowCount: number | null }>) =>
  run.then(
    ({ rowCount }) => rowCount,
    (error: Error & { code?: string; cause?: { code?: string } }) => error.cause?.code ?? error.code,
  );

let org: TestOrg;
beforeAll(async () => {
  org = await platform.createOrg();
});

const asTenant = (text: string) =>
  outcomeOf(platform.services.db.withOrg(org.orgId, (tx) => tx.execute(text)));
const asSystem = (text: string) => outcomeOf(platform.services.db.withSystem((tx) => tx.execute(text)));

const denied = "42501";

describe.each([
  ["the tenant role", asTenant],
  ["the system role", asSystem],
])("%s", (_, run) => {
  it.each([
    "set local role tarishi",
    "select set_config('role', 'tarishi', true)",
    "select set_config('role', 'tarishi_keeper', true)",
    "set session authorization tarishi",
    "update ledger_accounts set balance_cents = 100",
    "insert into ledger_accounts (org_id, name, balance_cents) values ('org_1', 'wallet', 100)",
    "delete from ledger_accounts",
    "delete from events",
    "update postings set amount_cents = 100",
    "insert into postings (org_id, entry_id, account, amount_cents) values ('org_1', 'jrn_1', 'wallet', 100)",
    "insert into journal_entries (org_id, id, kind, about, reference) values ('org_1', 'jrn_1', 'top_up', '{}', 'x')",
    "create temporary table notes (text text)",
    "create table notes (text text)",
    "alter table messages disable row level security",
  ])("can't %s", async (text) => {
    expect(await run(text)).toBe(denied);
  });
});

describe("the tenant role", () => {
  it.each([
    "select set_config('role', 'tarishi_system', true)",
    "update organisations set plan_type = 'Enterprise'",
    "update organisations set message_limit = 1000000",
    "update members set role = 'owner'",
    "insert into members (org_id, user_id, role) values ('org_1', 'usr_1', 'owner')",
    "update mpesa_receipts set state = 'credited'",
    "update api_keys set scopes = '{*}'",
    "delete from api_keys",
    "select data from pgboss.job_common",
    "delete from pgboss.job_common",
    "select delete_message_notices('org_1', '{}')",
  ])("can't %s", async (text) => {
    expect(await asTenant(text)).toBe(denied);
  });

  it("can rename its organisation, but not change another one's ledger or jobs", async () => {
    const other = await platform.createOrg();
    expect(await asTenant("update organisations set name = 'Duka'")).toBe(1);
    expect(await asTenant(`select lock_ledger('${org.orgId}')`)).toBe(1);
    expect(await asTenant(`select lock_ledger('${other.orgId}')`)).toBe(denied);
    const job = (orgId: string) =>
      `insert into pgboss.job_common (name, data) values ('prepare-campaign', '{"orgId": "${orgId}"}') returning id`;
    expect(await asTenant(job(org.orgId))).toBe(1);
    expect(await asTenant(job(other.orgId))).toBe(denied);
  });

  it("can revoke a key, but not restore it", async () => {
    await createKey({ ctx: org.ctx, input: { name: "Shop", mode: "live", scopes: [], expiresAt: null } });
    expect(await asTenant("update api_keys set revoked_at = now()")).toBe(1);
    expect(await asTenant("update api_keys set revoked_at = null")).toBe("23514");
    expect(await asSystem("update api_keys set revoked_at = null")).toBe("23514");
  });
});

describe("the logins", () => {
  const ownerUrl = "postgresql://owner:p%40ss@db.test:5432/shop?sslmode=require";

  it("follow from the owner's address, each with its own password", () => {
    const { tenantUrl, systemUrl } = loginsOf(ownerUrl);
    const shape = (role: string) =>
      new RegExp(`^postgresql://${role}:[\\w-]{43}@db\\.test:5432/shop\\?sslmode=require$`);
    expect(tenantUrl).toMatch(shape("tarishi_tenant"));
    expect(systemUrl).toMatch(shape("tarishi_system"));
    expect(new URL(tenantUrl).password).not.toBe(new URL(systemUrl).password);
    expect(loginsOf("postgresql://tarishi@/shop?host=%2Frun").tenantUrl).toBe(
      "postgresql://tarishi_tenant@/shop?host=%2Frun",
    );
  });

  it("are stored as PostgreSQL stores a password", async () => {
    const role = `probe_${randomBytes(4).toString("hex")}`;
    const client = new pg.Client({ connectionString: platform.services.db.url });
    await client.connect();
    await client.query("set password_encryption = 'scram-sha-256'");
    await client.query(`create role ${role} password 'karibu'`);
    const { rows } = await client.query<{ stored: string }>(
      "select rolpassword as stored from pg_authid where rolname = $1",
      [role],
    );
    await client.query(`drop role ${role}`);
    await client.end();
    const salt = Buffer.from(/^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(rows[0]!.stored)![1]!, "base64");
    expect(scramVerifier("karibu", salt)).toBe(rows[0]!.stored);
  });

  it("work when PostgreSQL requires passwords, and not when another owner's installation uses them", async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "tarishi-logins-"));
    const postgres = await startEmbeddedPostgres(dataDir);
    const asOwner = async (url: string, ...statements: string[]) => {
      const owner = new pg.Client({ connectionString: url });
      await owner.connect();
      try {
        for (const statement of statements) await owner.query(statement);
        await openLogins(owner, url);
      } finally {
        await owner.end();
      }
    };
    const worksAt = async (url: string) => {
      const db = connect(url);
      const { rows } = await db.tenant.query("select session_user as login");
      await db.close();
      return rows;
    };
    try {
      const rules = path.join(dataDir, "postgres", "pg_hba.conf");
      const withPassword = (word: string) => postgres.databaseUrl.replace("tarishi@", `tarishi:${word}@`);
      await asOwner(
        postgres.databaseUrl,
        "create role tarishi_tenant",
        "create role tarishi_system",
        "alter role tarishi password 'first'",
      );
      writeFileSync(rules, "local all all scram-sha-256\n");
      await asOwner(withPassword("first"), "select pg_reload_conf()", "select pg_sleep(0.2)");
      expect(await worksAt(withPassword("first"))).toEqual([{ login: "tarishi_tenant" }]);
      await asOwner(withPassword("first"), "alter role tarishi password 'second'");
      await asOwner(withPassword("second"));
      expect(await worksAt(withPassword("second"))).toEqual([{ login: "tarishi_tenant" }]);
      await expect(worksAt(withPassword("first"))).rejects.toThrow(/password authentication failed/);
      const otherOwner = asOwner(
        withPassword("second"),
        "comment on role tarishi_tenant is 'logs in for somebody'",
        "alter role tarishi_tenant password 'other'",
      );
      await expect(otherOwner).rejects.toThrow(/in use by another installation\. Set DATABASE_TENANT_URL/);
    } finally {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
