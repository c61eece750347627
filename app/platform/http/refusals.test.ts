import { register } from "prom-client";
import { expect, it } from "vitest";
import { createRefusalLog } from "./refusals.server.ts";

it("logs five refusals of one user a minute, counts all, and reports the limit", async () => {
  const lines: string[] = [];
  let now = 0;
  const note = createRefusalLog({ warn: (_: unknown, text: string) => lines.push(text) } as never, () => now);
  const refusal = {
    status: 403,
    code: "test.alone",
    call: "GET /a",
    ipAddress: "10.0.0.1",
    requestId: "r",
  };
  for (let n = 0; n < 8; n++) note({ ...refusal, userId: "usr_1" });
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)).toBe("refused; more this minute are only counted");
  note({ ...refusal, userId: "usr_2" });
  now += 60_000;
  note({ ...refusal, userId: "usr_1" });
  expect(lines).toHaveLength(7);
  expect(await register.metrics()).toContain('tarishi_refusals_total{status="403",code="test.alone"} 10');
});
