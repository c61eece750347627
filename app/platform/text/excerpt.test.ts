import { describe, expect, it } from "vitest";
import { excerptAround, splitAtHit } from "./excerpt.ts";

describe("the searched line", () => {
  it("is cut around the match, ignoring case and accents", () => {
    expect(splitAtHit("Ma crème\n brûlée est là", "BRULEE est")).toEqual({
      before: "Ma crème ",
      hit: "brûlée est",
      after: " là",
    });
  });

  it("is cut after letters that fold to several, and after emoji", () => {
    expect(splitAtHit("👍 ﬁn de l’été", "ete")).toEqual({ before: "👍 ﬁn de l’", hit: "été", after: "" });
  });

  it("is whole without a match", () => {
    expect(splitAtHit("Habari", "order")).toEqual({ before: "Habari", hit: "", after: "" });
  });

  it("is an excerpt of a long text, around the match", () => {
    const excerpt = excerptAround(`${"before ".repeat(40)}the needle${" after".repeat(40)}`, "needle");
    expect(excerpt).toMatch(/^….*the needle after.*…$/);
    expect(excerpt.length).toBeLessThan(140);
  });
});
