import { expect, it } from "vitest";
import { lastActiveAt } from "#app/domain/messaging/conversations/presence.ts";
import { activeWords } from "./activeWords.server.ts";

const now = "2026-11-27T10:00:00.000Z";

it("says when customers were last active, and nothing that is not known", () => {
  expect(activeWords(null, now)).toBe("Not active yet");
  expect(activeWords("2026-11-27T09:59:30.000Z", now)).toBe("Active just now");
  expect(activeWords("2026-11-27T09:58:00.000Z", now)).toBe("Active 2 min ago");
  expect(activeWords("2026-11-24T10:00:00.000Z", now)).toBe("Active 3 days ago");
});

it("takes the later of the last message and the contact's own record", () => {
  const windowEndsAt = new Date("2026-11-28T09:00:00.000Z");
  const wroteAt = new Date("2026-11-27T09:00:00.000Z");
  expect(lastActiveAt(windowEndsAt, null)).toEqual(wroteAt);
  expect(lastActiveAt(windowEndsAt, new Date("2026-11-26T09:00:00.000Z"))).toEqual(wroteAt);
  expect(lastActiveAt(windowEndsAt, new Date(now))).toEqual(new Date(now));
  expect(lastActiveAt(null, null)).toBeNull();
});
