import { flows, flowVersions } from "#app/db/schema/flows/flows.ts";
import { ask, choose, definition, end, task } from "#app/domain/flows/outline/build.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { connectNumber, control, ledgerOf, type SimulatedAccount, until } from "#tests/support/campaign.ts";
import type { Scenario } from "./deaths.ts";
import { between, type Ground, pause } from "./ground.ts";

const script = definition(
  ["rate"],
  [
    choose("s1", "score", "How satisfied are you?", ["1", "2", "3", "4", "5"]),
    ask("s2", "comment", "Thank you for the {score}. What could we do better?"),
    task("s3", "Read what {name} wrote"),
    end("s4", "Thank you. That helps us."),
  ],
);
const writes = ["rate", "4", "Open earlier"];
const said = [
  "How satisfied are you?",
  "Thank you for the 4. What could we do better?",
  "Thank you. That helps us.",
];

/**
 * kill -9 of the server while flows talk with many customers at once: every customer is asked each question
 * once, and each reply creates one task.
 */
export const killedFlows: Scenario = async (ground, { short, points }) => {
  const { services, startServer, simulatorUrl, environment } = ground;
  const customers = Array.from(
    { length: short ? 12 : 60 },
    (_, n) => `+2547300${String(n).padStart(5, "0")}`,
  );
  const killsOfWave = Math.max(1, Math.round((short ? 3 : points) / writes.length));
  let server = await startServer();
  const account = await control<SimulatedAccount>(simulatorUrl, "/accounts", {
    displayPhoneNumber: "+254700888000",
    verifiedName: "Duka",
    throughput: 80,
    webhookUrl: `${environment.APP_URL}/api/hooks/meta`,
    verifyToken: environment.META_WEBHOOK_VERIFY_TOKEN,
  });
  const orgId = newId("org") as OrgId;
  await connectNumber(services, orgId, account);
  await addFlow(ground, orgId);
  for (const [wave, text] of writes.entries()) {
    for (const from of customers)
      await control(simulatorUrl, "/inbound", {
        phoneNumberId: account.phoneNumberId,
        from,
        name: "Asha",
        text,
      });
    for (let kill = 0; kill < killsOfWave; kill++) {
      await pause(between(50, short ? 900 : 2500));
      await server.kill("SIGKILL");
      if (short) await giveUpJobs(ground);
      server = await startServer();
    }
    const isThrough = async () => (await countOf(ground, orgId, said[wave]!)) >= customers.length;
    await until(`every customer received “${said[wave]}”`, isThrough, 300_000);
  }
  const { phoneNumberId } = account;
  const accepted = async () => await ledgerOf(simulatorUrl, phoneNumberId);
  await until(
    "all is sent",
    async () => (await accepted()).length >= customers.length * said.length,
    120_000,
  );
  await pause(short ? 1500 : 6000);
  const verdict = {
    crash: "flows-kill-9",
    points: killsOfWave * writes.length,
    customers: customers.length,
    ...(await judged(ground, orgId, { customers, accepted: await accepted() })),
  };
  console.log(JSON.stringify(verdict));
  await server.kill("SIGKILL");
  const { lost, duplicate, saidAgain, tasks, completed } = verdict;
  return lost + duplicate + saidAgain === 0 && tasks === customers.length && completed === customers.length;
};

async function addFlow({ services }: Ground, orgId: OrgId): Promise<void> {
  const flowId = newId("flw");
  const at = new Date(Date.now() - 60_000);
  await services.db.withSystem(async (tx) => {
    await tx.insert(flows).values({
      ...{ orgId, id: flowId, name: "Rate us", language: "en", status: "live", draft: script, version: 1 },
      ...{ isChanged: false, nextStep: 5, publishedAt: at, createdAt: at },
    });
    await tx.insert(flowVersions).values({ orgId, flowId, number: 1, definition: script, createdAt: at });
  });
}

/** Simulates the time after which the queue takes a job from a dead process. */
const giveUpJobs = ({ services }: Ground) =>
  services.db.owner.query(
    "update pgboss.job set state = 'retry', start_after = now() where state = 'active' and name in ('run-flow', 'customer-wrote')",
  );

async function countOf({ services }: Ground, orgId: OrgId, body: string): Promise<number> {
  const { rows } = await services.db.owner.query<{ contacts: number }>(
    "select count(distinct contact_id)::int as contacts from messages where org_id = $1 and direction = 'out' and body = $2",
    [orgId, body],
  );
  return rows[0]!.contacts;
}

/** What the simulator accepted, customer by customer, and what the database has. */
async function judged(
  { services }: Ground,
  orgId: OrgId,
  { customers, accepted }: { customers: string[]; accepted: { to: string }[] },
) {
  const of = (phone: string) => accepted.filter(({ to }) => to.replace(/\D/g, "") === phone.slice(1)).length;
  const { rows } = await services.db.owner.query<{ again: number; tasks: number; completed: number }>(
    `select (select count(*)::int from (select 1 from messages where org_id = $1 and direction = 'out'
        group by contact_id, body having count(*) > 1) twice) as again,
      (select count(*)::int from crm_tasks where org_id = $1) as tasks,
      (select count(*)::int from flow_sessions where org_id = $1 and status = 'completed') as completed`,
    [orgId],
  );
  const { again, tasks, completed } = rows[0]!;
  return {
    lost: customers.filter((phone) => of(phone) < said.length).length,
    duplicate: customers.filter((phone) => of(phone) > said.length).length,
    ...{ saidAgain: again, tasks, completed },
  };
}
