import { newId, type OrgId } from "#app/platform/ids.ts";
import {
  approvedTemplate,
  connectNumber,
  control,
  ledgerOf,
  type SimulatedAccount,
  sendingCampaign,
  until,
} from "#tests/support/campaign.ts";
import { inLanes } from "#tests/support/lanes.ts";
import type { Scenario } from "./deaths.ts";
import { printDoubled } from "./doubled.ts";
import {
  endedSession,
  holdingsOf,
  type Part,
  secondsSince,
  secondsUntilEven,
  secondsUntilTaken,
  startFleet,
} from "./fleet.ts";
import { between, type Ground, pause } from "./ground.ts";
import { startImports } from "./imports.ts";
import { callerOf, judged, keepGivingUpKeys, sendEach } from "./sends.ts";

/**
 * Numbers are to be shared evenly within this time after a process has started, stopped or been killed, and have a sender
 * again after its death. It depends on the machine, so what takes longer is printed and fails nothing.
 */
const aimSeconds = 5;
const numbersPerOrganisation = 10;
/** Messages a second and number while processes are killed, so that no campaign ends before, and afterwards. */
const throughput = { slow: 1, fast: 20 };
const recipientsPerKill = 80;
/** The kills end when a campaign has fewer recipients left: on a slow machine a kill takes longer. */
const fewestLeft = 45;

/**
 * A deployment of several hosts: 1 process for screens, 2 for the API and 3 workers, each with a disk of its own. Each
 * is killed at random moments, while many numbers send campaigns and a system sends by the API.
 */
export const severalProcesses: Scenario = async (ground, { short, points }) => {
  const numbers = short ? 30 : 200;
  const mostKills = short ? 6 : Math.max(6, points);
  const { parts, apis, close } = await startFleet(ground);
  const recipients = mostKills * recipientsPerKill;
  const campaigns = await newCampaigns(ground, { numbers, recipients });
  const caller = await callerOf(ground);
  const imports = await startImports(ground, caller.orgId);
  const end = keepGivingUpKeys(ground);
  const messages = mostKills * 40;
  const calls = sendEach(apis, caller.key, messages);
  const times: Times = { evenAfterStart: [], evenAfterDeath: [], withoutSender: [], evenAfterStop: [] };
  times.evenAfterStart.push(await secondsUntilEven(ground, 3, numbers, performance.now()));
  let kills = 0;
  for (; kills < mostKills && (await leftOf(ground, campaigns)) >= fewestLeft; kills += 1) {
    const part = parts[kills % parts.length]!;
    if (part.isWorker) await imports.upload(short ? 5000 : 20_000);
    await pause(between(100, short ? 500 : 1500));
    await killOne(ground, part, { numbers, times, restartsAtOnce: kills % 4 === 3 });
  }
  await stopOne(ground, parts.at(-1)!, { numbers, times });
  const ids = await calls;
  end();
  const verdict = await verdictOn(ground, campaigns, recipients);
  await until(
    "all messages of the API are sent",
    async () => (await ledgerOf(ground.simulatorUrl, caller.phoneNumberId)).length >= messages,
    120_000,
  );
  await pause(short ? 1500 : 6000);
  const api = await judged(ground, caller.orgId, await ledgerOf(ground.simulatorUrl, caller.phoneNumberId));
  console.log(
    JSON.stringify({ crash: "several-processes", kills, numbers, recipients, ...verdict, ...longest(times) }),
  );
  const { isWhole: areImported, ...imported } = await imports.judged();
  console.log(JSON.stringify({ crash: "several-processes-imports", ...imported }));
  console.log(
    JSON.stringify({ crash: "several-processes-api", messages, ids: new Set(ids).size, ...api, times }),
  );
  await close();
  const isWhole = verdict.lost + verdict.duplicate + verdict.stuck + verdict.unfinished === 0;
  const isEachOnce = api.people === messages && api.duplicate === 0 && api.holds === messages;
  return isWhole && verdict.totalsEqualRows && isEachOnce && api.broken === null && areImported;
};

interface Times {
  evenAfterStart: number[];
  evenAfterDeath: number[];
  evenAfterStop: number[];
  withoutSender: number[];
}

/** The longest of each kind, and which miss the aim. */
function longest(times: Times) {
  const most = Object.entries(times).map(([name, each]) => [`${name}S`, Math.max(0, ...each)] as const);
  return {
    ...Object.fromEntries(most),
    missed: most.flatMap(([name, seconds]) => (seconds > aimSeconds ? name : [])),
  };
}

interface Sharing {
  numbers: number;
  times: Times;
}

/** kill -9 and a new start, and how long the numbers take to be shared evenly. */
async function killOne(
  ground: Ground,
  part: Part,
  { numbers, times, restartsAtOnce }: Sharing & { restartsAtOnce: boolean },
) {
  const { sessions } = await holdingsOf(ground);
  const killedAt = performance.now();
  await part.end("SIGKILL");
  if (part.isWorker) {
    const session = await endedSession(ground, sessions);
    const restarted = restartsAtOnce ? part.start() : undefined;
    times.withoutSender.push(await secondsUntilTaken(ground, session, killedAt));
    if (!restartsAtOnce) times.evenAfterDeath.push(await secondsUntilEven(ground, 2, numbers, killedAt));
    await restarted;
  }
  if (!part.isWorker || !restartsAtOnce) await part.start();
  if (part.isWorker) times.evenAfterStart.push(await secondsUntilEven(ground, 3, numbers, performance.now()));
  if (part.name === "web") await until("the screens are back", () => isShown(part), 120_000);
}

const isShown = async ({ url }: Part) => (await fetch(`${url}/login`).catch(() => undefined))?.ok;

/** A clean stop, as at an update. */
async function stopOne(ground: Ground, part: Part, { numbers, times }: Sharing) {
  const stoppedAt = performance.now();
  const ended = part.end("SIGTERM");
  times.evenAfterStop.push(await secondsUntilEven(ground, 2, numbers, stoppedAt));
  await ended;
  console.log(JSON.stringify({ crash: "several-processes-stop", secondsUntilEnd: secondsSince(stoppedAt) }));
  await part.start();
}

interface SmallCampaign {
  campaignId: string;
  phoneNumberId: string;
}

/** A campaign for each of many numbers, several to an organisation; all start at the same time. */
async function newCampaigns(
  ground: Ground,
  { numbers, recipients }: { numbers: number; recipients: number },
): Promise<SmallCampaign[]> {
  const { owner } = ground.services.db;
  const orgIds = Array.from({ length: Math.ceil(numbers / numbersPerOrganisation) }, () => newId("org"));
  const campaigns: SmallCampaign[] = [];
  await inLanes(Array.from({ length: numbers }).keys().toArray(), [1, 2, 3, 4], async (n) => {
    const orgId = orgIds[n % orgIds.length] as OrgId;
    const sender = await newNumber(ground, orgId, n);
    const campaign = { orgId, ...sender, recipients, status: "paused" } as const;
    const campaignId = await sendingCampaign(ground.services, campaign);
    campaigns.push({ campaignId, phoneNumberId: sender.phoneNumberId });
  });
  await owner.query("update campaigns set status = 'sending' where id = any($1)", [idsOf(campaigns)]);
  return campaigns;
}

const idsOf = (campaigns: readonly SmallCampaign[]) => campaigns.map(({ campaignId }) => campaignId);

/** A number that sends slowly, so that its campaign lasts. */
async function newNumber({ services, simulatorUrl, environment }: Ground, orgId: OrgId, n: number) {
  const account = await control<SimulatedAccount>(simulatorUrl, "/accounts", {
    displayPhoneNumber: `+2547110${String(n).padStart(5, "0")}`,
    verifiedName: "Duka",
    throughput: 80,
    webhookUrl: `${environment.APP_URL}/api/hooks/meta`,
    verifyToken: environment.META_WEBHOOK_VERIFY_TOKEN,
  });
  const metaTemplateId = await approvedTemplate(simulatorUrl, account, "order_ready");
  return connectNumber(services, orgId, account, { metaTemplateId, throughputPerSecond: throughput.slow });
}

/** The recipients that the most advanced campaign has left. */
async function leftOf({ services }: Ground, campaigns: readonly SmallCampaign[]): Promise<number> {
  const { rows } = await services.db.owner.query<{ left: number }>(
    "select min(recipient_count - next_sequence)::int as left from campaigns where id = any($1)",
    [idsOf(campaigns)],
  );
  return rows[0]!.left;
}

/** What is left open in the database, in numbers. */
async function openOf({ services }: Ground, campaigns: readonly SmallCampaign[]) {
  const { rows } = await services.db.owner.query<{
    stuck: number;
    unfinished: number;
    totalsEqualRows: boolean;
  }>(
    `with rows as (
      select org_id, campaign_id, state, count(*)::int as count from messages where campaign_id = any($1) group by 1, 2, 3
    ), totals as (
      select org_id, campaign_id, state, count from campaign_totals where campaign_id = any($1) and count <> 0
    )
    select coalesce((select sum(count)::int from rows where state in ('queued', 'unknown', 'accepted', 'sent')), 0)
        + (select count(*)::int from send_leases) as stuck,
      (select count(*)::int from campaigns where id = any($1) and status <> 'completed') as unfinished,
      not exists (select * from rows except select * from totals)
        and not exists (select * from totals except select * from rows) as "totalsEqualRows"`,
    [idsOf(campaigns)],
  );
  return rows[0]!;
}

/** Lets all campaigns end, and compares them with what the simulator accepted. */
async function verdictOn(ground: Ground, campaigns: readonly SmallCampaign[], recipients: number) {
  const isDone = async () => {
    const { stuck, unfinished } = await openOf(ground, campaigns);
    await pause(500);
    return stuck + unfinished === 0;
  };
  await ground.services.db.owner.query("update phone_numbers set throughput_per_second = $1", [
    throughput.fast,
  ]);
  const limitMs = 180_000 + 3 * campaigns.length * recipients;
  await until("all campaigns are completed", isDone, limitMs, () => openOf(ground, campaigns)).catch(
    (error: Error) => console.error(error.message),
  );
  const found = { lost: 0, duplicate: 0 };
  await inLanes(campaigns, [1, 2, 3, 4], async ({ phoneNumberId }) => {
    const accepted = await ledgerOf(ground.simulatorUrl, phoneNumberId);
    const people = new Set(accepted.map(({ to }) => to)).size;
    found.lost += recipients - people;
    if (accepted.length > people && found.duplicate < 10) await printDoubled(ground, phoneNumberId);
    found.duplicate += accepted.length - people;
  });
  return { ...found, ...(await openOf(ground, campaigns)) };
}
