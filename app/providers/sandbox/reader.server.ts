import type { Socket } from "node:net";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { platformError } from "#app/platform/errors.ts";
import { type ProcessLimits, type ReadingProcess, startProcess } from "./childProcess.server.ts";
import { type Frame, readFrames, writeFrame } from "./frames.ts";
import { FileRefused } from "./refusal.ts";
import { maxFrameBytes } from "./tasks.ts";
import { type Usage, usageOf } from "./usage.server.ts";

export interface ReadingLimits extends ProcessLimits {
  /** By the clock, for a process that waits for CPU or hangs. */
  wallSeconds: number;
}

export interface Reader {
  /**
   * The result for one file. @throws FileRefused `too_complex`, `unreadable`; DomainError `server.busy` (503)
   */
  read(head: object, bytes: Uint8Array): Promise<Frame>;
  /** Whether it may read one more file. */
  isFresh(): Promise<boolean>;
  /** While idle, it does not keep the server's process alive. */
  rest(): void;
  end(): void;
}

const startSeconds = 60;
const watchMs = 50;
const maxFiles = 50;
const complaintBytes = 2000;

const running = new Set<ReadingProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** @throws Error when it does not start, which is the server's fault, not the file's. */
export async function startReader(limits: ReadingLimits): Promise<Reader> {
  const child = startProcess(limits);
  running.add(child);
  let complaint = "";
  let isReady = false;
  child.stderr.on("data", (chunk: Buffer) => {
    // Later it may contain pieces of a file.
    if (!isReady) complaint = `${complaint}${chunk}`.slice(-complaintBytes);
  });
  // An ended process is reported by its exit.
  child.stdin.on("error", () => {});
  const ended = new Promise<Ending>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => resolve({ code: null, signal: null, error }));
  }).finally(() => running.delete(child));
  const frames = readFrames(child.stdout, maxFrameBytes);
  const nextFrame = async (): Promise<Frame | undefined> => {
    const { value } = await frames.next().catch(() => ({ value: undefined }));
    return value ?? undefined;
  };
  const started = await Promise.race([nextFrame(), sleep(startSeconds * 1000, undefined, { ref: false })]);
  if (!started) {
    child.kill("SIGKILL");
    throw new Error(`the process that reads files did not start: ${complaint}`, {
      cause: (await ended).error,
    });
  }
  isReady = true;
  let files = 0;
  return {
    async read(head, bytes) {
      files += 1;
      for (const handle of handlesOf(child)) handle.ref();
      const watched = await watch(child, limits);
      writeFrame(child.stdin, head, bytes);
      const answer = await nextFrame();
      watched.stop();
      if (answer) return answer;
      child.kill("SIGKILL");
      throw verdictOn(await ended, watched);
    },
    async isFresh() {
      const usage = child.exitCode === null && child.signalCode === null && (await usageOf(child.pid!));
      return usage
        ? files < maxFiles &&
            usage.cpuMs < limits.cpuSeconds * 1000 &&
            usage.residentBytes < limits.residentBytes / 2
        : false;
    },
    rest() {
      for (const handle of handlesOf(child)) handle.unref();
    },
    end() {
      child.kill("SIGKILL");
    },
  };
}

const handlesOf = (child: ReadingProcess) => [
  child,
  child.stdin as Socket,
  child.stdout as Socket,
  child.stderr as Socket,
];

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  error?: Error;
}

interface Watched {
  endedFor?: "limit" | "clock";
  usedMs: number | undefined;
  stop(): void;
}

/** Ends the process when it exceeds its limits for this file. */
async function watch(child: ReadingProcess, limits: ReadingLimits): Promise<Watched> {
  const before = await usageOf(child.pid!);
  const startedAt = performance.now();
  const watched: Watched = { usedMs: undefined, stop: () => clearInterval(timer) };
  const end = (reason: "limit" | "clock") => {
    watched.endedFor ??= reason;
    child.kill("SIGKILL");
  };
  const exceeds = (usage: Usage) => {
    watched.usedMs = usage.cpuMs - (before?.cpuMs ?? 0);
    return watched.usedMs > limits.cpuSeconds * 1000 || usage.residentBytes > limits.residentBytes;
  };
  const timer = setInterval(() => {
    if (performance.now() - startedAt > limits.wallSeconds * 1000) end("clock");
    void usageOf(child.pid!).then((usage) => {
      if (usage && exceeds(usage)) end("limit");
    });
  }, watchMs);
  return watched;
}

/** A process without CPU says nothing about its file; one ended by its own signal met a limit or broke. */
function verdictOn({ code, signal }: Ending, { endedFor, usedMs }: Watched): Error {
  const isStarved = endedFor === "clock" && usedMs !== undefined && usedMs < 1000;
  if (isStarved) return platformError("server.busy", { retryAfterSeconds: 5 });
  return new FileRefused(endedFor || signal ? "too_complex" : "unreadable", { value: code ?? 0 });
}
