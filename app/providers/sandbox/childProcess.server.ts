import { type ChildProcessByStdio, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { bundleFolder, isBundled, programFile, projectRoot } from "#app/platform/run/programs.ts";

export interface ProcessLimits {
  /** Processor time for one file. */
  cpuSeconds: number;
  /** Memory of JavaScript; the rest of `residentBytes` is for bytes of files and native code. */
  heapMb: number;
  residentBytes: number;
  /** Pictures are drawn by native code. */
  usesNativeCode: boolean;
}

export type ReadingProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** What Node reserves beyond its use: it counts for the system's limit. */
const reservedKb = 700 * 1024;

/**
 * Starts a process that may read only its own code from the disk, may not start others, has no environment,
 * and is limited by the system in case the watchdog is late.
 */
export function startProcess(limits: ProcessLimits): ReadingProcess {
  const flags = [
    "--no-warnings",
    `--max-old-space-size=${limits.heapMb}`,
    "--permission",
    ...(limits.usesNativeCode ? ["--allow-addons"] : []),
    ...readablePlaces().map((place) => `--allow-fs-read=${place}`),
  ];
  const command = [process.execPath, ...flags, programFile("sandbox")];
  const [file = "", ...args] = process.platform === "win32" ? command : [...limitedBy(limits), ...command];
  const child = spawn(file, args, {
    cwd: path.parse(projectRoot).root,
    env: {},
    stdio: ["pipe", "pipe", "pipe"],
  });
  // The server takes precedence when CPU is short.
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

/** A shell that sets the limits and becomes the program: CPU time, memory, no files, first to be killed. */
function limitedBy({ cpuSeconds, residentBytes }: ProcessLimits): string[] {
  const script = [
    `ulimit -t ${cpuSeconds * 2 + 2}`,
    `ulimit -d ${Math.ceil((2 * residentBytes) / 1024) + reservedKb}`,
    "ulimit -f 0",
    "ulimit -c 0",
    "{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null",
    'exec "$@"',
  ].join("; ");
  return ["/bin/sh", "-c", script, "sh"];
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It ended at once; whoever waits for it gets an error.
  }
}

/** The code, its packages, and the manifest. Packages may be behind a link. */
const readablePlaces = (): string[] => {
  const code = isBundled ? bundleFolder : path.join(projectRoot, "app");
  const packages = path.join(projectRoot, "node_modules");
  return [path.join(projectRoot, "package.json"), code, packages, realpathSync(packages)];
};
