import { describe, expect, it } from "vitest";
import { readSignupMessage } from "./signupMessage.ts";

const finished = JSON.stringify({
  type: "WA_EMBEDDED_SIGNUP",
  event: "FINISH",
  version: 4,
  data: { phone_number_id: "106540352242922", waba_id: "524126980791429", business_id: "1" },
});

describe("a message from Meta's pop-up window", () => {
  it("names the chosen account and number", () => {
    expect(readSignupMessage("https://www.facebook.com", finished)).toEqual({
      kind: "finished",
      wabaId: "524126980791429",
      phoneNumberId: "106540352242922",
    });
  });

  it("is accepted from facebook.com only", () => {
    for (const origin of [
      "https://evilfacebook.com",
      "http://www.facebook.com",
      "https://facebook.com.evil.test",
      "null",
      "",
    ])
      expect(readSignupMessage(origin, finished)).toBeUndefined();
  });

  it("reports that the dialog was closed", () => {
    const data = JSON.stringify({
      type: "WA_EMBEDDED_SIGNUP",
      event: "CANCEL",
      data: { current_step: "PERMISSIONS" },
    });
    expect(readSignupMessage("https://facebook.com", data)).toEqual({ kind: "cancelled" });
  });

  it("is ignored when it is about something else, or not JSON", () => {
    for (const data of [
      "{",
      "null",
      '{"type":"OTHER"}',
      '{"type":"WA_EMBEDDED_SIGNUP","event":"FINISH"}',
      { type: "WA_EMBEDDED_SIGNUP" },
    ])
      expect(readSignupMessage("https://facebook.com", data)).toBeUndefined();
  });
});
