import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { reasonOf } from "#app/domain/messages/reasons.ts";
import { FailureCard } from "./messaging/failureCard.tsx";
import { ProgressCard } from "./messaging/progressCard.tsx";

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

it("a campaign that is paused because of the connection leads to WhatsApp Setup", () => {
  const reason =
    "The number +254 700 111 222 is not connected. Connect it under WhatsApp Setup and try again.";
  const html = pausedFor(reason);
  expect(html).toMatch(link);
  expect(html.replaceAll(/<[^>]+>/g, "")).toContain(reason);
});

it("a campaign that is paused for another reason does not", () => {
  expect(pausedFor("Paused by a member of your team.")).not.toContain("<a ");
});

it("failed messages that need a new connection lead there too", () => {
  const { text, advice } = reasonOf(190);
  const final = [{ text, advice, count: 2 }];
  const failures = { ready: 0, waiting: null, sentAgain: 0, leftOut: 0, final } as never;
  expect(drawn(createElement(FailureCard, { failures, mayAct: false }))).toMatch(link);
});
