import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { eventually, makeDataDir, removeDataDir, startServer } from "#tests/support/server.ts";

/** Processor time of a start on existing data: on a busy machine the clock shows more. */
const budget = { cpuMs: 4000, residentBytes: 320 * 1024 * 1024 };

it(`starts on existing data in ${budget.cpuMs} ms of processor time`, async () => {
  const server = await startServer();
  const line = await eventually("the log line of the start", () =>
    server
      .output()
      .split("\n")
      .find((each) => each.includes('"msg":"listening"')),
  );
  await server.close();
  const { cpuMs, residentBytes } = JSON.parse(line) as typeof budget;
  console.log(`start: ${cpuMs} ms of the processor, ${Math.round(residentBytes / 1024 / 1024)} MB`);
  expect(cpuMs).toBeLessThan(budget.cpuMs);
  expect(residentBytes).toBeLessThan(budget.residentBytes);
});

it("names lines of the sources in a stack trace", async () => {
  const folder = makeDataDir();
  const dataDir = path.join(folder, "file");
  writeFileSync(dataDir, "");
  const error = await startServer({ dataDir }).catch((thrown: Error) => thrown.message);
  removeDataDir(folder);
  const [, file, line] = /^ +at .*\/(app\/[\w./]+\.ts):(\d+):\d+/m.exec(String(error)) ?? [];
  expect(file, String(error)).toBeDefined();
  expect(readFileSync(file!, "utf8").split("\n")[Number(line) - 1]).toContain("mkdirSync(");
});
