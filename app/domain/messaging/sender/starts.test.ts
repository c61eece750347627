import { describe, expect, it } from "vitest";
import type { OrgId } from "#app/platform/ids.ts";
import { Starts } from "./starts.ts";

const numbers = (...ids: string[]) =>
  ids.map((phoneNumberId) => ({ orgId: "org_1" as OrgId, phoneNumberId, isDue: true }));

/** The starts of a process with room for so many at once, and the numbers that have begun. */
function startsOf(most: number) {
  const begun: string[] = [];
  const starts = new Starts(most, (some) => begun.push(...some.map(({ phoneNumberId }) => phoneNumberId)));
  return { starts, begun };
}

describe("the numbers that a process starts", () => {
  it("are its share, the others wait for other processes", () => {
    const { starts, begun } = startsOf(10);
    starts.wait(numbers("a", "b", "c"), { share: 2, running: [] }, 0);
    expect(begun).toEqual(["a", "b"]);
    starts.wait(numbers("c"), { share: 2, running: ["a", "b"] }, 3000);
    expect(begun).toEqual(["a", "b", "c"]);
  });

  it("count once when they are running and still starting", () => {
    const { starts, begun } = startsOf(10);
    starts.wait(numbers("a", "b"), { share: 4, running: [] }, 0);
    starts.wait(numbers("c", "d", "e"), { share: 4, running: ["a", "b"] }, 100);
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  it("are no more at once than allowed", () => {
    const { starts, begun } = startsOf(1);
    starts.wait(numbers("a", "b"), { share: 2, running: [] }, 0);
    expect(begun).toEqual(["a"]);
  });
});
