import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { logDescriptor } from "../../scripts/steps.mjs";

export const root = path.join(import.meta.dirname, "..", "..");
export const bin = (...parts: string[]) => path.join(root, "node_modules", ...parts);

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, printed again at the end of the run. */
  failures?: string;
}

/** The base that `npm test -- --changed [base]` compares with, and the changes found. */
export interface Changes {
  base: string | undefined;
  files: readonly string[];
}

/** One step of `npm test`, cheap ones first. */
export interface Stage {
  name: string;
  /** The previous stage, which runs at the same time. */
  alongside?: string;
  /** Runs only when named: too slow for every run, or with requirements beyond npm. */
  onlyByName?: boolean;
  run(): Promise<Count>;
  /** Replaces `run` when only changes are tested. */
  runChanged?(changes: Changes): Promise<Count>;
}

export const nothingToRun = (): Count => ({ passed: 0, failed: 0, skipped: 0 });

/** Characters of a failed stage that are printed again. */
const mostRepeated = 8000;

const running = new Set<ChildProcess>();

/** Ends the processes of a stage: every command leads a process group of its own. */
export function endAll(): void {
  for (const child of running) {
    try {
      if (child.pid) process.kill(-child.pid, "SIGTERM");
    } catch {
      // The group has already ended.
    }
  }
}

interface CommandOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  isLogged?: boolean;
  /** Receives the output as well. */
  onOutput?: (text: string) => void;
}

/** Runs a command with its output streamed, or in the log file; returns its exit code. */
export function command(file: string, args: string[], options: CommandOptions = {}): Promise<number> {
  const { onOutput } = options;
  return new Promise((resolve) => {
    const output = options.isLogged ? logDescriptor() : onOutput ? "pipe" : "inherit";
    const child = spawn(file, args, {
      cwd: options.cwd ?? root,
      stdio: ["ignore", output, output],
      detached: true,
      env: { ...process.env, ...options.env },
    });
    running.add(child);
    if (onOutput) {
      for (const stream of [child.stdout!, child.stderr!]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          process.stdout.write(text);
          onOutput(text);
        });
      }
    }
    child.once("error", (error) => {
      console.error(error.message);
      running.delete(child);
      resolve(1);
    });
    child.once("exit", async (code) => {
      // What it started may keep the output open.
      if (onOutput) await Promise.race([once(child, "close"), sleep(2000)]);
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** A tool that either succeeds or not: one test. */
export async function check(file: string, args: string[], env?: NodeJS.ProcessEnv): Promise<Count> {
  let output = "";
  const code = await command(file, args, {
    ...(env && { env }),
    onOutput: (text) => {
      output = (output + text).slice(-mostRepeated);
    },
  });
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0 }
    : { passed: 0, failed: 1, skipped: 0, failures: output };
}

/** A run of Vitest, counted by its JSON report. An aborted run counts as a failure, whatever it reported. */
export async function vitest(args: string[], reportDir: string, env: NodeJS.ProcessEnv): Promise<Count> {
  const report = path.join(reportDir, `report-${args.join("-").replace(/\W+/g, "-")}.json`);
  const code = await command(
    process.execPath,
    [
      bin("vitest", "vitest.mjs"),
      "run",
      ...args,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { env: { ...env, NODE_ENV: "test" } },
  );
  const count = readReport(report, args.includes("--passWithNoTests"));
  if (code !== 0 && count.failed === 0) count.failed = 1;
  return count;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

function readReport(file: string, mayBeEmpty: boolean): Count {
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    const isEmpty = report.numPassedTests + report.numFailedTests === 0;
    if (isEmpty) return mayBeEmpty ? nothingToRun() : { passed: 0, failed: 1, skipped: 0 };
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      failures: failuresIn(report),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Each failed test with its file and message, and each file that did not load. */
function failuresIn({ testResults }: Report): string {
  return testResults
    .flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${path.relative(root, name)}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === "failed")
        .map(
          ({ fullName, failureMessages }) =>
            `${path.relative(root, name)} > ${fullName}\n${(failureMessages ?? []).join("\n").slice(0, 800)}`,
        ),
    ])
    .join("\n\n")
    .slice(0, mostRepeated);
}
