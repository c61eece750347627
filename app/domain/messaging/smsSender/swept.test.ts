import { describe, expect, it } from "vitest";
import { type Looked, sweptOf } from "./swept.ts";

const now = new Date("2026-11-28T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const rules = { now, through: 0, atOnce: 10, waitSeconds: 300, recipients: 10, status: "running" as const };

const of = (...states: readonly (Partial<Looked> | Looked["state"])[]): Looked[] =>
  states.map((state, n) => ({
    ...{ id: `m${n + 1}`, sequence: n + 1, state: "sent" as const, acceptedAt: null, dueAt: null },
    ...(typeof state === "string" ? { state } : state),
  }));
const accepted = (seconds: number) => ({ acceptedAt: ago(seconds) });
const idsOf = ({ followed }: ReturnType<typeof sweptOf>) => followed.map(({ id }) => id);

describe("a look at a campaign's messages", () => {
  it("lets an SMS follow those that are late, up to the first whose wait is not over", () => {
    const swept = sweptOf(of("delivered", accepted(301), "read", accepted(300), accepted(250)), rules);
    expect(idsOf(swept)).toEqual(["m2", "m4"]);
    expect(swept).toMatchObject({ through: 4, dueAt: ago(-50) });
  });

  it("waits for none that is behind later ones by more than a minute", () => {
    const swept = sweptOf(of(accepted(100), "queued", accepted(400), "queued"), rules);
    expect(swept.followed).toEqual([
      { id: "m1", dueAt: ago(-200) },
      { id: "m2", dueAt: ago(-300) },
      { id: "m3", dueAt: ago(100) },
    ]);
    expect(swept.through).toBe(3);
  });

  it("gives what is in doubt, or sent again, an SMS that waits", () => {
    const swept = sweptOf(of("unknown", { state: "queued", dueAt: ago(-5) }, "queued"), rules);
    expect(swept.followed.map(({ dueAt }) => dueAt)).toEqual([ago(-300), ago(-300)]);
    expect(swept.through).toBe(2);
  });

  it("continues at once after a full look, and ends with the last recipient", () => {
    const full = of(...Array.from({ length: 10 }, () => "delivered" as const));
    expect(sweptOf(full, { ...rules, recipients: 20 })).toMatchObject({ through: 10, dueAt: now });
    expect(sweptOf(full, rules)).toMatchObject({ through: 10, dueAt: null });
  });

  it("stays where it is while nothing more was leased, paused or cancelled", () => {
    const at = { ...rules, through: 5 };
    expect(sweptOf([], at)).toMatchObject({ through: 5, dueAt: ago(-60) });
    expect(sweptOf(of(accepted(900)), { ...at, status: "paused" })).toMatchObject({
      followed: [],
      through: 5,
    });
    expect(sweptOf(of(accepted(900)), { ...at, status: "cancelled" })).toMatchObject({
      followed: [],
      dueAt: null,
    });
  });
});
