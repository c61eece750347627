import { readdirSync, readFileSync } from "node:fs";

/** The fields of a process from the third on, after its name: proc(5). */
const fieldsOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");

/**
 * CPU milliseconds of a process and the children that it has waited for. Linux counts hundredths of a second.
 */
export function cpuMsOf(pid: number): number {
  const times = fieldsOf(pid).slice(11, 15);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
}

const statusOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);

const mb = (kb: number) => Math.round(kb / 1024);

/** Resident memory of a process in MB: now, and at most since it started. */
export const residentMbOf = (pid: number) => ({
  now: mb(statusOf(pid, "VmRSS")),
  peak: mb(statusOf(pid, "VmHWM")),
});

/** A process and all below it. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      parents.set(Number(name), Number(fieldsOf(Number(name))[1]));
    } catch {
      // It ended after the folder was read.
    }
  }
  const family = [pid];
  for (const parent of family) for (const [child, its] of parents) if (its === parent) family.push(child);
  return family;
}

/** Memory in MB of processes that share some, as PostgreSQL's do: shared memory counts once. */
export function sharedMbOf(pids: readonly number[]): number {
  let kb = 0;
  for (const pid of pids) {
    try {
      kb += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // It ended in between.
    }
  }
  return mb(kb);
}
