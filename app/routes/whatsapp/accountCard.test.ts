import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { WhatsappAccountCard } from "./accountCard.tsx";

/** An account and its one number as rendered. */
function drawn(status: string, numberStatus: string, statusReason: string | null = null): string {
  const account = {
    id: "wac_1",
    name: "Duka Letu",
    wabaId: "102290129340398",
    status,
    statusReason,
    connectedAt: null,
    tokenExpiresAt: null,
    hasToken: status === "connected",
    numbers: [
      {
        id: "pno_1",
        phoneNumberId: "106540352242922",
        displayPhoneNumber: "+254 700 111 222",
        verifiedName: "Duka Letu",
        status: numberStatus,
        qualityRating: "GREEN",
        throughputPerSecond: 80,
        registeredAt: "2026-03-02T09:00:00.000Z",
      },
    ],
  };
  const card = createElement(WhatsappAccountCard, {
    account: account as never,
    mayManage: false,
    pinError: undefined,
    failedNumber: "",
  });
  return renderToStaticMarkup(createElement(MemoryRouter, null, card));
}

/** The texts on their badges. */
function badgesOf(status: string, numberStatus: string): string[] {
  const html = drawn(status, numberStatus);
  return [...html.matchAll(/class="badge[^"]*">([^<]+)</g)].map(([, word]) => word!);
}

it("an account that lost access shows why, without a link to where the user already is", () => {
  const html = drawn("suspended", "CONNECTED", "Meta ended our access. Connect it again on WhatsApp Setup.");
  expect(html).toContain("Meta ended our access.");
  expect(html).not.toContain("WhatsApp Setup");
});

describe("a connected number", () => {
  it.each([
    ["connected", "Connected"],
    ["pending", "Pending"],
    ["suspended", "Suspended"],
    ["disconnected", "Disconnected"],
  ])("of a %s account shows that too", (status, word) => {
    expect(badgesOf(status, "CONNECTED")).toEqual([word, word, "High"]);
  });
});

it("a number with its own problem shows that", () => {
  expect(badgesOf("connected", "RATE_LIMITED")).toEqual(["Connected", "Rate limited", "High"]);
  expect(badgesOf("suspended", "RATE_LIMITED")).toEqual(["Suspended", "Rate limited", "High"]);
});
