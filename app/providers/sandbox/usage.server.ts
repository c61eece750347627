import { readFile } from "node:fs/promises";

export interface Usage {
  cpuMs: number;
  residentBytes: number;
}

/** Linux reports CPU time to programs in hundredths of a second. */
const tickMs = 10;

/** A process's usage so far, from `/proc`; undefined on other systems, and when the process is gone. */
export async function usageOf(pid: number): Promise<Usage | undefined> {
  try {
    const [stat, status] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "latin1"),
      readFile(`/proc/${pid}/status`, "latin1"),
    ]);
    // The program's name is in brackets and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    const residentKb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    return { cpuMs: ticks * tickMs, residentBytes: residentKb * 1024 };
  } catch {
    return undefined;
  }
}
