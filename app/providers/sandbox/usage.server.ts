import { readFile } from "node:fs/promises";

export interface Usage {
  cpuMs: number;
  residentBytes: number;
}

/** Linux counts processor time in hundredths of a second towards programs, whatever its own clock is. */
const tickMs = 10;

/** What a process has used so far, by `/proc`; undefined on systems without it, and when the process is gone. */
export async function usageOf(pid: number): Promise<Usage | undefined> {
  try {
    const [stat, status] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "latin1"),
      readFile(`/proc/${pid}/status`, "latin1"),
    ]);
    // The name of the program stands in brackets and may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    const residentKb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    return { cpuMs: ticks * tickMs, residentBytes: residentKb * 1024 };
  } catch {
    return undefined;
  }
}
