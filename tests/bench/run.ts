import path from "node:path";
import { parseArgs } from "node:util";
import { benchApi } from "./api.ts";
import { benchApiDuringCampaign } from "./apiDuringCampaign.ts";
import { benchApiLatency } from "./apiLatency.ts";
import { benchBots } from "./bots.ts";
import { benchDay } from "./day.ts";
import { benchDemo, demoBenches } from "./demo.ts";
import { benchFair } from "./fair.ts";
import { benchFresh } from "./fresh.ts";
import { prepareGround } from "./ground.ts";
import { benchIdle } from "./idle.ts";
import { benchInbound, benchWebhookIsolation } from "./inbound.ts";
import { benchLedger } from "./ledger.ts";
import { benchLimiter } from "./limiter.ts";
import { benchMaskedPayments } from "./maskedPayments.ts";
import { onLine, print } from "./measure.ts";
import { benchMemory } from "./memory.ts";
import { benchPages } from "./pages.ts";
import { benchPayments } from "./payments.ts";
import { benchReceive } from "./receive.ts";
import { benchSales } from "./sales.ts";
import { benchSearch } from "./search.ts";
import { benchSend } from "./send.ts";
import { benchSmsArrival, benchSmsCharges } from "./sms.ts";
import { createTable, readFigures } from "./table.ts";
import { benchWebhooks } from "./webhooks.ts";

/**
 * `npm run bench`: ratios in one run, interleaved rounds, medians; one JSON object a line, and the table of
 * docs/performance.md at the end. `--only send,receive` runs some of them, `--short` keeps each to seconds.
 * `--against FOLDER` measures `api-during-campaign` in turns with another state of this project. `--only day --minutes 60`
 * measures an hour of 100,000 messages a day from one core and 1 GB; without its name it is left out. With `--compressed`
 * the hour has the whole day's messages, and a conversation with a reply for each ten of them.
 */
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string" },
    against: { type: "string" },
    rounds: { type: "string", default: "5" },
    minutes: { type: "string" },
    /** Of `sms-charges`, which may be measured in parts. */
    messages: { type: "string" },
    compressed: { type: "boolean", default: false },
    "messages-a-day": { type: "string", default: "100000" },
  },
});
const { short, only } = values;
const rounds = short ? 1 : Number(values.rounds);
const wanted = (name: string) => only === undefined || only.split(",").includes(name);
/** A part of an even day, or a whole day with its conversations in that time. A conversation has two messages. */
function dayOf(seconds: number) {
  const aDay = Number(values["messages-a-day"]);
  const conversations = values.compressed ? aDay / 10 : 0;
  const messages = values.compressed ? aDay - 2 * conversations : (aDay * seconds) / (24 * 60 * 60);
  return { messages, conversations, seconds };
}
const notes = path.join(import.meta.dirname, "..", "..", ".bench");
const table = createTable(path.join(notes, short ? "short.json" : "full.json"));
onLine(table.add);

const ground = await prepareGround();
try {
  if (wanted("idle")) await benchIdle(ground, { seconds: short ? 20 : 60 });
  if (demoBenches.some(wanted)) await benchDemo({ wanted, rounds, pages: short ? 240 : 480 });
  if (wanted("bots")) await benchBots(ground);
  if (wanted("fair-small")) await benchFair(ground, { organisations: short ? 100 : 1000, messages: 10 });
  if (wanted("limiter")) await benchLimiter(ground, { seconds: short ? 3 : 20 });
  if (wanted("receive"))
    await benchReceive(ground, {
      webhooks: short ? 5000 : 30_000,
      rounds,
      perSecond: 330,
      seconds: short ? 3 : 20,
    });
  if (wanted("inbound"))
    await benchInbound(ground, {
      messages: short ? 3000 : 20_000,
      people: short ? 1000 : 5000,
      organisations: 3,
      rounds,
    });
  if (wanted("webhook-isolation"))
    await benchWebhookIsolation(ground, { seconds: short ? 4 : 20, blocked: 6 });
  if (wanted("send"))
    await benchSend(ground, {
      messages: short ? 10_000 : 100_000,
      rounds,
      queueMessages: short ? 500 : 5000,
    });
  if (wanted("api"))
    await benchApi(ground, {
      rounds,
      seconds: short ? 2 : 5,
      recipients: short ? 5000 : 100_000,
      codes: short ? 40 : 300,
      throughput: short ? 500 : 1000,
    });
  if (wanted("api-p99"))
    await benchApiLatency(ground, {
      perSecond: 300,
      seconds: short ? 5 : 30,
      recipients: short ? 5000 : 100_000,
      throughput: short ? 500 : 1000,
    });
  if (wanted("api-during-campaign"))
    await benchApiDuringCampaign(ground, {
      rounds: short ? 1 : 3,
      recipients: 10_000,
      throughput: 500,
      perSecond: 20,
      seconds: short ? 10 : 25,
      against: values.against,
    });
  if (wanted("webhooks"))
    await benchWebhooks(ground, {
      rounds,
      deliveries: short ? 3000 : 20_000,
      organisations: short ? 20 : 100,
      dead: short ? 10 : 50,
      seconds: short ? 5 : 25,
    });
  if (wanted("sms") || wanted("sms-arrival"))
    await benchSmsArrival(ground, { codes: short ? 200 : 10_000, perSecond: 100 });
  if (wanted("sms") || wanted("sms-charges"))
    await benchSmsCharges(ground, { messages: Number(values.messages ?? (short ? 400 : 100_000)) });
  if (wanted("payments")) await benchPayments(ground, { confirmations: 50, organisations: short ? 5 : 10 });
  if (wanted("masked-payments")) await benchMaskedPayments(ground, { payments: short ? 300 : 10_000 });
  if (wanted("ledger")) await benchLedger(ground, { rounds, seconds: short ? 1 : 5 });
  if (wanted("sales")) await benchSales(ground, { payments: short ? 20_000 : 1_000_000, runs: 5 });
  if (wanted("search")) await benchSearch(ground, { messages: short ? 50_000 : 1_000_000, runs: 5 });
  if (wanted("pages")) await benchPages(ground, { rounds, seconds: short ? 1 : 5, paints: short ? 0 : 5 });
  if (wanted("memory")) await benchMemory(ground, { recipients: short ? 20_000 : 1_000_000 });
  // It has no short form.
  if (wanted("fresh") && !(short && only === undefined)) await benchFresh();
  // Its last full run stored its duration.
  if (wanted("npm-test")) print({ bench: "npm-test", ...readFigures(path.join(notes, "npmTest.json")) });
  if (only?.split(",").includes("day"))
    await benchDay(ground, dayOf(Number(values.minutes ?? (short ? 1 : 60)) * 60));
} finally {
  await ground.close();
}
table.close();
process.exit(0);
