import { describe, expect, it } from "vitest";
import { excerptAround, splitAtHit } from "./excerpt.ts";

describe("the line that was searched for", () => {
  it("is cut where the words stand, whatever their case and accents", () => {
    expect(splitAtHit("Ma crème\n brûlée est là", "BRULEE est")).toEqual({
      before: "Ma crème ",
      hit: "brûlée est",
      after: " là",
    });
  });

  it("is cut behind letters that fold to several, and behind pictures", () => {
    expect(splitAtHit("👍 ﬁn de l’été", "ete")).toEqual({ before: "👍 ﬁn de l’", hit: "été", after: "" });
  });

  it("is whole where the words do not stand", () => {
    expect(splitAtHit("Habari", "order")).toEqual({ before: "Habari", hit: "", after: "" });
  });

  it("is a piece of a long text, around the words", () => {
    const excerpt = excerptAround(`${"before ".repeat(40)}the needle${" after".repeat(40)}`, "needle");
    expect(excerpt).toMatch(/^….*the needle after.*…$/);
    expect(excerpt.length).toBeLessThan(140);
  });
});
