import { describe, expect, it } from "vitest";
import { clusterProblems } from "#app/db/distribute.server.ts";
import { setUpReceiver } from "#tests/support/receiver.ts";
import { startServer } from "#tests/support/server.ts";
import { setUp } from "#tests/support/setUp.ts";
import { startOnCluster } from "./clusterServer.ts";
import { deviations } from "./deviations.ts";
import { takeJourney } from "./journey.ts";
import { brokenBy, callsWithPlanForAll, type Rule, writtenBy } from "./rules.ts";
import { type LoggedStatement, logStatements } from "./statementLog.ts";

/** Addresses of the coordinator and its workers, by comma. */
const urls = process.env.CLUSTER_URLS?.split(",") ?? [];
const missing =
  urls.length > 0
    ? await clusterProblems(urls)
    : ["CLUSTER_URLS is not set: the addresses of three PostgreSQL with the extension citus, by comma."];
const isCluster = missing.length === 0;
if (!isCluster) console.log([...missing, "Each statement is checked against the rules instead."].join("\n"));

const server = setUp(
  () => (isCluster ? startOnCluster(urls) : startServer()),
  ({ close }) => close(),
);
const hooks = setUpReceiver();

const isQuery = ({ text }: LoggedStatement) =>
  /^\s*(?:with|select|insert|update|delete)\b/i.test(text) && !/\bpgboss\./.test(text);

interface Broken {
  rule: Rule;
  tables: string[];
}

/** The transactions that write for several organisations. */
function writingForSeveral(statements: readonly LoggedStatement[]): Broken[] {
  const writing = statements
    .map((each) => ({ transaction: each.transaction, ...writtenBy(each) }))
    .filter(({ organisations }) => organisations.length > 0);
  return [...Map.groupBy(writing, ({ transaction }) => transaction).values()]
    .filter(
      (own) => new Set(own.flatMap((each) => each.organisations).filter((id) => id !== "platform")).size > 1,
    )
    .map((own) => ({
      rule: "writes for several organisations in one transaction",
      tables: [...new Set(own.flatMap(({ tables }) => tables))].sort(),
    }));
}

const callingWithPlanForAll = (statements: readonly LoggedStatement[]): Broken[] =>
  [...Map.groupBy(statements, ({ transaction }) => transaction).values()]
    .filter(callsWithPlanForAll)
    .map(() => ({ rule: "calls a function by organisation with a plan for all", tables: [] }));

/** What breaks a rule, and is not listed. */
function unlisted(statements: readonly LoggedStatement[]): string[] {
  const broken = [
    ...statements.flatMap(brokenBy),
    ...writingForSeveral(statements),
    ...callingWithPlanForAll(statements),
  ];
  const isListed = ({ rule, tables }: Broken) =>
    tables.length > 0 && tables.every((name) => deviations[rule].includes(name));
  return [
    ...new Set(
      broken.filter((each) => !isListed(each)).map(({ rule, tables }) => `${tables.join(", ")}: ${rule}`),
    ),
  ];
}

it("leads a newcomer from sign-up to a webhook about a reply", { timeout: 600_000 }, async () => {
  const log = isCluster ? undefined : await logStatements(server);
  const steps = await takeJourney(server, hooks).catch((error: Error) => {
    const warnings = server
      .output()
      .split("\n")
      .filter((line) => /"level":[456]0/.test(line));
    throw new Error([error.message, ...warnings.slice(-20)].join("\n"), { cause: error });
  });
  console.table(steps);
  if (!log) return;
  const statements = log.read().filter(isQuery);
  console.log(
    `${statements.length} statements, ${new Set(statements.map(({ text }) => text)).size} different`,
  );
  expect(statements.length).toBeGreaterThan(1000);
  expect(unlisted(statements)).toEqual([]);
});

describe("the rules bite", () => {
  it.each<[text: string, broken: Broken[]]>([
    [
      "select 1 from messages m join sessions s on true where m.org_id = $1",
      [{ rule: "reads the directory and tenants' tables", tables: ["messages"] }],
    ],
    ["with sessions as (select 1) select 1 from messages, sessions where org_id = $1", []],
    ["select id from contacts where org_id = $1 for update", []],
    [
      "select id from event_tasks where due_at < $1 for update skip locked",
      [{ rule: "locks rows of all organisations", tables: ["event_tasks"] }],
    ],
    ["insert into events (org_id, id) values ($1, $2)", []],
    ["select public.book_entry($1, $2)", []],
    ["select id from search_contacts($1, $2) as id", []],
    [
      "select cents from lock_ledger($1) as cents, monthly_usage where org_id = $1",
      [{ rule: "calls a function by organisation with others", tables: ["monthly_usage"] }],
    ],
    [
      "insert into events (org_id, id) select $1, e.id from unnest($2::text[]) e(id)",
      [{ rule: "copies into a tenant's table what it selects", tables: ["events"] }],
    ],
    ["insert into events (org_id, id) select $1, e.id from unnest($2::text[]) e(id) returning 1", []],
  ])("%s", (text, broken) => {
    expect(brokenBy({ text })).toEqual(broken);
  });

  it("a function by organisation with a plan for all values is found", () => {
    const inOne = (...texts: string[]) => texts.map((text) => ({ transaction: "1", text, values: [] }));
    const plan = (mode: string) => `select set_config('plan_cache_mode', '${mode}', true)`;
    const call = "select lock_ledger($1) as cents";
    expect(callingWithPlanForAll(inOne(plan("force_generic_plan"), call))).toHaveLength(1);
    expect(callingWithPlanForAll(inOne(plan("force_generic_plan"), plan("auto"), call))).toEqual([]);
  });

  it("a transaction that writes for two organisations is found", () => {
    const text = "update campaigns set name = $2 where org_id = $1";
    const own = (transaction: string, org: string) => ({ transaction, text, values: [org, "Karibu"] });
    expect(writingForSeveral([own("1", "org_a"), own("1", "platform"), own("2", "org_b")])).toEqual([]);
    expect(writingForSeveral([own("1", "org_a"), own("1", "org_b")])).toHaveLength(1);
  });
});
