import { expect, it } from "vitest";
import { actorWords } from "./actor.ts";

it("names the member, calls a stranger someone, and the system where no one acted", () => {
  expect(actorWords("member", "Amina Yusuf")).toBe("Amina Yusuf");
  expect(actorWords("member", undefined)).toBe("A former member");
  expect(actorWords("visitor", undefined)).toBe("Unknown user");
  expect(actorWords("webhook", undefined)).toBe("The system");
  expect(actorWords("job", undefined)).toBe("The system");
});
