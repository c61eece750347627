import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createErrorSummary } from "./errorSummary.server.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function summary() {
  const lines: [level: string, fields: object, text: string][] = [];
  const log = {
    warn: (fields: object, text: string) => lines.push(["warn", fields, text]),
    error: (fields: object, text: string) => lines.push(["error", fields, text]),
  };
  return { lines, ...createErrorSummary(log as never, "job queue") };
}

const late = () => new Error("timeout exceeded when trying to connect");

it("logs repeated transient errors as one line with their count", () => {
  const { add, lines } = summary();
  for (let errors = 0; errors < 239; errors++) add(late());
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual([["warn", { reason: late().message, count: 239 }, "job queue: transient errors"]]);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});

it("logs every other error at once", () => {
  const { add, lines } = summary();
  const error = new Error("column does not exist");
  add(error);
  expect(lines).toEqual([["error", { err: error }, "job queue"]]);
});

it("logs what it has counted before the process ends", () => {
  const { add, flush, lines } = summary();
  add(late());
  flush();
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});
