import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "../../scripts/build.mjs";
import { browserTestsFor, changedFiles, reachesServer } from "./changed.ts";
import { checkDeployment } from "./deploy.ts";
import {
  bin,
  type Changes,
  type Count,
  check,
  endAll,
  nothingToRun,
  root,
  type Stage,
  vitest,
} from "./stage.ts";
import { ensureBrowser, ensureNginx, ensurePostgres15 } from "./tools.ts";

/**
 * `npm test`: every stage in order, cheap to dear, up to the first that fails. The last line is `N passed, N failed`.
 * `npm test -- lint unit` runs only the stages with those names, and `npm test -- --changed [base]` what a change reaches.
 */
const scratch = mkdtempSync(path.join(os.tmpdir(), "tarishi-run-"));
// PostgreSQL does not run as root; its user must have access to its folder.
chmodSync(scratch, 0o711);
const env: NodeJS.ProcessEnv = { TEST_DATA_DIR: path.join(scratch, "data") };
const node = process.execPath;
const unit = ["--exclude", "tests/structural/**"];

async function build(): Promise<Count> {
  return { ...nothingToRun(), ...((await ensureBuilt(node)) ? { passed: 1 } : { failed: 1 }) };
}

const crash = () => check(node, ["tests/crash/run.ts", "--short"]);
const bench = () => check(node, ["tests/bench/run.ts", "--short"]);

async function browse(files: string[], extra: NodeJS.ProcessEnv = {}): Promise<Count> {
  const browser = await ensureBrowser();
  if (!browser) return { passed: 0, failed: 1, skipped: 0 };
  const nginx = await ensureNginx();
  return vitest(["--config", "tests/e2e/vitest.config.ts", ...files], scratch, {
    ...env,
    ...extra,
    CHROMIUM_PATH: browser,
    ...(nginx ? { NGINX_PATH: nginx } : {}),
  });
}

/** Migrations, requests and the main journey on the lowest PostgreSQL that the README names. */
async function onPostgres15(): Promise<Count> {
  const folder = await ensurePostgres15(scratch);
  if (!folder) return { ...nothingToRun(), failed: 1 };
  const on15 = { POSTGRES_FOLDER: folder, TEST_DATA_DIR: path.join(scratch, "data15") };
  const requests = await vitest(["tests/request", "tests/structural/database.test.ts"], scratch, {
    ...env,
    ...on15,
  });
  if (requests.failed > 0) return requests;
  const built = await build();
  const journey = built.failed > 0 ? built : await browse(["mainJob"], on15);
  return { ...journey, passed: requests.passed + journey.passed };
}

const stages: Stage[] = [
  {
    name: "types",
    async run() {
      const generated = await check(node, [bin("@react-router", "dev", "bin.js"), "typegen"]);
      if (generated.failed > 0) return generated;
      // TypeScript 7 checks in a third of the time; 6 stays for tools that read syntax trees, until 7 offers
      // that, too.
      return check(node, [bin("@typescript", "native", "bin", "tsc"), "--noEmit"]);
    },
  },
  {
    name: "lint",
    alongside: "types",
    run: () => check(node, [bin("@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings", "."]),
  },
  { name: "structure", alongside: "types", run: () => vitest(["tests/structural"], scratch, env) },
  {
    name: "unit",
    run: () => vitest(unit, scratch, env),
    runChanged: ({ base }) =>
      vitest([...unit, "--passWithNoTests", "--changed", ...(base ? [base] : [])], scratch, env),
  },
  {
    name: "build",
    run: build,
    runChanged: async ({ files }) => (browserTestsFor(files).length > 0 ? build() : nothingToRun()),
  },
  {
    name: "crash",
    run: crash,
    async runChanged({ files }) {
      const isReached = reachesServer(files) || files.some((file) => file.startsWith("tests/crash/"));
      return isReached ? crash() : nothingToRun();
    },
  },
  {
    name: "bench",
    // Ratios are meaningful only on an idle machine.
    onlyByName: true,
    run: bench,
  },
  { name: "deploy", onlyByName: true, run: () => checkDeployment(scratch, env) },
  { name: "postgres15", onlyByName: true, run: onPostgres15 },
  {
    name: "browser",
    run: () => browse([]),
    async runChanged({ files }) {
      const tests = browserTestsFor(files);
      return tests.length > 0 ? browse(tests) : nothingToRun();
    },
  },
];

/** A test database outlives a run of Vitest, so that the next one starts sooner; here it ends. */
function stopTestDatabase(folder: "data" | "data15"): void {
  const pidFile = path.join(scratch, folder, "postgres", "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  try {
    process.kill(pid, "SIGQUIT");
    // Throws as soon as the process is gone.
    for (let tries = 0; tries < 100; tries++) {
      process.kill(pid, 0);
      Atomics.wait(pause, 0, 0, 50);
    }
  } catch {
    // It has ended.
  }
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
/** Of each failed stage, printed again at the end: stages that run at the same time mix their output. */
const failures: string[] = [];
function finish(): never {
  endAll();
  stopTestDatabase("data");
  stopTestDatabase("data15");
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  for (const failure of failures) console.log(`\n${failure}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    total.failed += 1;
    finish();
  });
}

process.chdir(root);
const [first, base] = process.argv.slice(2);
const changes: Changes | undefined = first === "--changed" ? { base, files: changedFiles(base) } : undefined;
const requested = changes ? [] : process.argv.slice(2);
const unknown = requested.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no stage ${unknown.join(", ")}. Stages: ${stages.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}

async function runStage(stage: Stage): Promise<void> {
  console.log(`\n▸ ${stage.name}`);
  const startedAt = performance.now();
  const count = await (changes && stage.runChanged ? stage.runChanged(changes) : stage.run());
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  if (count.failed > 0) failures.push(`▸ ${stage.name} failed:\n${count.failures ?? "see above"}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`▸ ${stage.name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`);
}

const chosen = stages.filter(({ name, onlyByName }) =>
  requested.length === 0 ? !onlyByName : requested.includes(name),
);
/**
 * A row of the table of `npm run bench`, which reads it: a run of everything takes too long to be repeated
 * there.
 */
function noteMinutes(): void {
  const minutes = Math.round(performance.now() / 6000) / 10;
  mkdirSync(path.join(root, ".bench"), { recursive: true });
  writeFileSync(path.join(root, ".bench", "npmTest.json"), JSON.stringify({ minutes }));
}

while (chosen.length > 0 && total.failed === 0) {
  const together = [chosen.shift()!];
  while (chosen[0]?.alongside === together[0]!.name) together.push(chosen.shift()!);
  await Promise.all(together.map(runStage));
}
if (process.argv.length === 2 && total.failed === 0) noteMinutes();
finish();
