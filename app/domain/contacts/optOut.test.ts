import { describe, expect, it } from "vitest";
import { isMarketingStopText, isOptInText, isOptOutText } from "./optOut.ts";

describe("a customer's opt-out", () => {
  it.each([
    "STOP",
    "stop",
    " Stop. ",
    "STOP!!!",
    "«Stop»",
    "STOP ALL",
    "StopAll",
    "unsubscribe",
    "ACHA",
    "acha!",
    "Simamisha",
    "ARRÊT",
    "arrêt",
    "Arret",
    "ARRE\u0302T",
    "stop\n",
    "STOP 🛑",
  ])("is recognised in %j", (text) => expect(isOptOutText(text)).toBe(true));

  it.each([
    "",
    "Please don't stop",
    "stop by the shop at 5",
    "achana",
    "Nitaacha kesho",
    "start",
    "bus stop",
  ])("is not recognised in %j", (text) => expect(isOptOutText(text)).toBe(false));

  it("may be of promotions only, by the text of Meta's button", () => {
    expect(["Stop promotions", "stop", "promotions"].map(isMarketingStopText)).toEqual([true, false, false]);
    expect(isOptOutText("Stop promotions")).toBe(false);
  });

  it("is undone by START or ANZA only", () => {
    expect(["START", "anza", "Anza."].map(isOptInText)).toEqual([true, true, true]);
    expect(["start sending", "stop", ""].map(isOptInText)).toEqual([false, false, false]);
  });
});
