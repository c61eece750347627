import { clusterProblems, distribute, joinNodes } from "./db/distribute.server.ts";

/**
 * Entry of `npm run distribute -- <coordinator> <worker> …`: spreads a stopped installation's database over a Citus
 * cluster (docs/scaling.md). Exits with 1 and says what is missing when a node can't be used.
 */
async function run(urls: readonly string[]): Promise<number> {
  const problems = await clusterProblems(urls);
  if (problems.length > 0) {
    console.error(problems.join("\n"));
    return 1;
  }
  const [coordinator, ...workers] = urls as [string, ...string[]];
  await joinNodes(coordinator, workers);
  await distribute(coordinator, (line) => console.log(line));
  return 0;
}

process.exitCode = await run(process.argv.slice(2));
