import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import { FailureCard } from "./failureCard.tsx";
import { ProgressCard } from "./progressCard.tsx";
import { withoutSetupSentences } from "./setupLink.tsx";

const link = /<a [^>]*href="\/whatsapp"[^>]*>WhatsApp Setup<\/a>/;
const drawn = (piece: ReturnType<typeof createElement>) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, piece));

const pausedFor = (statusReason: string) =>
  drawn(
    createElement(ProgressCard, {
      progress: { status: "paused", statusReason, recipients: 0, counts: {}, trouble: null } as never,
      refreshHref: "/",
    }),
  );

it("a campaign paused because of the connection links to WhatsApp Setup", () => {
  const reason =
    "The number +254 700 111 222 is not connected. Connect it under WhatsApp Setup and try again.";
  const html = pausedFor(reason);
  expect(html).toMatch(link);
  expect(html.replaceAll(/<[^>]+>/g, "")).toContain(reason);
});

it("a campaign waiting for a retry shows until when", () => {
  const progress = {
    status: "sending",
    statusReason: null,
    recipients: 0,
    counts: {},
    trouble: "WhatsApp was temporarily overloaded.",
    nextTryAt: "2026-11-22T09:30:00Z",
    failed: 0,
  };
  const html = drawn(createElement(ProgressCard, { progress: progress as never, refreshHref: "/" }));
  expect(html).toMatch(/They wait until <time[^>]*datetime="2026-11-22T09:30:00/i);
});

it("WhatsApp Setup does not link to itself", () => {
  const reason = "Meta no longer accepts our access to this account. Reconnect it on WhatsApp Setup.";
  expect(withoutSetupSentences(reason)).toBe("Meta no longer accepts our access to this account.");
  expect(withoutSetupSentences("Meta has locked this account.")).toBe("Meta has locked this account.");
});

it("a campaign paused for another reason has no such link", () => {
  expect(pausedFor("Paused by a member of your team.")).not.toContain("<a ");
});

it("failed messages that need a new connection link there too", () => {
  const { text, advice } = reasonOf(190);
  const final = [{ text, advice, count: 2 }];
  const failures = { ready: 0, waiting: null, sentAgain: 0, leftOut: 0, final } as never;
  expect(drawn(createElement(FailureCard, { failures, mayAct: false }))).toMatch(link);
});
