import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Line } from "./measure.ts";

/**
 * A row of the table that `npm run bench` ends with (docs/performance.md). `floor` must be met, `aim` is the
 * goal.
 */
interface Row {
  name: string;
  unit: string;
  floor: number;
  aim: number;
  better: "lower" | "higher";
  /** The benchmark's output line with the figure, and the path in it. */
  bench: string;
  figure: string;
}

const ratio = (name: string, bench: string, floor: number, aim: number): Row => {
  return { name, unit: "ratio", floor, aim, better: "higher", bench, figure: "ratio" };
};

/** Lower cost is better. `from`: the benchmark and its figure. */
function cost(name: string, unit: string, [floor, aim]: [number, number], from: [string, string]): Row {
  const [bench, figure] = from;
  return { name, unit, floor, aim, better: "lower", bench, figure };
}

const rows: readonly Row[] = [
  cost("start: CPU on existing data", "s", [4, 2.5], ["start", "cpuSeconds"]),
  cost("memory after start", "MB", [320, 240], ["start", "residentMb"]),
  cost("memory after 480 pages", "MB", [450, 320], ["memory-pages", "residentMb"]),
  cost("memory at 1,000,000 recipients", "MB", [400, 320], ["memory", "residentMb"]),
  cost("fresh clone to ready", "s", [75, 45], ["fresh", "seconds"]),
  cost("idle statements", "per s", [10, 5], ["idle", "perSecond"]),
  cost("statements of a page, most", "", [12, 10], ["statements", "statements"]),
  cost("transactions of a page, most", "", [2, 1], ["statements", "transactions"]),
  ratio("dashboard ÷ stock template", "pages-throughput-dashboard", 0.35, 0.5),
  cost("HTML of a page, largest", "KB", [16, 12], ["weight", "htmlKb"]),
  cost("script of a first visit", "KB", [122, 112], ["weight", "scriptKb"]),
  cost("script files of a first visit", "files", [14, 10], ["weight", "scriptFiles"]),
  ratio("POST /api/v1/messages ÷ one INSERT", "api-send", 0.1, 0.4),
  cost("API p99 at 300 a second", "ms", [100, 40], ["api-p99", "p99Ms"]),
  cost("API p99 during a campaign", "ms", [250, 100], ["api-p99", "campaignP99Ms"]),
  ratio("webhooks ÷ undici", "webhooks", 0.25, 0.4),
  ratio("ledger ÷ bare rows", "ledger", 0.5, 0.65),
  ratio("send ÷ undici", "send", 0.5, 0.65),
  ratio("receive ÷ bare HTTP", "receive", 0.5, 0.6),
  cost("npm test", "min", [15, 12], ["npm-test", "minutes"]),
];

interface Result extends Row {
  value: number;
  previous: number | undefined;
}

/**
 * The figures of the last runs, by row, shown next to the new ones. Short runs have a separate file: they
 * measure less.
 */
export function createTable(file: string) {
  const last = readFigures(file);
  const results = new Map<string, Result>();

  /** The rows with figures from a benchmark's line. */
  function rowsOf(line: Line): Result[] {
    return rows
      .filter(({ bench, figure }) => bench === line.bench && typeof line[figure] === "number")
      .map((row) => ({ ...row, value: line[row.figure] as number, previous: last[row.name] }));
  }

  return {
    /** Prints each row of the table that gets its figure from a benchmark's line. */
    add(line: Line): void {
      for (const result of rowsOf(line)) {
        results.set(result.name, result);
        console.log(JSON.stringify(lineOf(result)));
      }
    },

    /** Prints the table, and stores the figures for the next run. */
    close(): void {
      const lines = rows.map((row) => [row.name, shown(row, results.get(row.name), last[row.name])]);
      console.table(Object.fromEntries(lines));
      mkdirSync(path.dirname(file), { recursive: true });
      const figures = [...results].map(([name, { value }]) => [name, value] as const);
      writeFileSync(file, `${JSON.stringify({ ...last, ...Object.fromEntries(figures) }, undefined, 2)}\n`);
    },
  };
}

/** The figures in a file; none if it does not exist. */
export function readFigures(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

const holds = ({ better, value }: Result, limit: number) =>
  better === "lower" ? value <= limit : value >= limit;

const verdict = (result: Result) =>
  holds(result, result.aim) ? "aim met" : holds(result, result.floor) ? "floor met" : "missed";

function lineOf(result: Result) {
  const { name, value, unit, floor, aim, bench, previous = null } = result;
  return { row: name, figure: value, unit, floor, aim, previous, verdict: verdict(result), from: bench };
}

function shown({ unit, floor, aim }: Row, result: Result | undefined, previous: number | undefined) {
  const outcome = result ? verdict(result) : "not run";
  return { figure: result?.value ?? "–", previous: previous ?? "–", unit, floor, aim, verdict: outcome };
}
