import { expect, it } from "vitest";
import { sourceFiles } from "#tests/structural/files.ts";
import { actorWords, notByTheMember } from "./actor.ts";

it("names the member, but for what a stranger may have caused, and the system where nobody acted", () => {
  expect(actorWords("Reply sent", "Amina Yusuf")).toBe("Amina Yusuf");
  expect(actorWords("Sign-in refused", "Amina Yusuf")).toBe("Somebody");
  expect(actorWords("Password reset link sent", "Amina Yusuf")).toBe("The system");
  expect(actorWords("Campaign completed", undefined)).toBe("The system");
});

it("knows those entries by the names under which they are written", () => {
  const verbs = sourceFiles(/^app\/domain\/.*\.server\.ts$/).map(({ text }) => text);
  for (const action of Object.keys(notByTheMember))
    expect(
      verbs.some((text) => text.includes(`"${action}"`)),
      action,
    ).toBe(true);
});
