import { parseArgs } from "node:util";
import { prepareGround } from "./ground.ts";
import { benchSend } from "./send.ts";

/** `npm run bench`: ratios in one run, interleaved rounds, medians; one JSON object a line. `--short` keeps it to a minute. */
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string", default: "3" },
  },
});
const { short, only } = values;
const wanted = (name: string) => only === undefined || only.split(",").includes(name);

const ground = await prepareGround();
try {
  if (wanted("send"))
    await benchSend(
      ground,
      short
        ? { messages: 10_000, rounds: 1, queueMessages: 1000 }
        : { messages: 100_000, rounds: Number(values.rounds), queueMessages: 10_000 },
    );
} finally {
  await ground.close();
}
process.exit(0);
