import { expect, it } from "vitest";
import { actorWords } from "./actor.ts";

it("names the member, “someone” for a stranger, and the system when there was no actor", () => {
  expect(actorWords("member", "Amina Yusuf")).toBe("Amina Yusuf");
  expect(actorWords("member", undefined)).toBe("A former member");
  expect(actorWords("visitor", undefined)).toBe("Unknown user");
  expect(actorWords("webhook", undefined)).toBe("The system");
  expect(actorWords("job", undefined)).toBe("The system");
});
