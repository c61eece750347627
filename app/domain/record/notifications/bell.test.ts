import { describe, expect, it } from "vitest";
import { bellOf } from "#app/domain/record/bell.ts";
import { jobActor, memberActor } from "#app/platform/context.ts";
import type { RecordedEvent } from "../record.server.ts";
import { newsKindOf } from "./kinds.ts";

const member = memberActor("usr_asha", { ipAddress: "127.0.0.1", userAgent: "test" });

const eventOf = (bell: object | undefined, subject: string | null = "cnv_1", name = "message.received") =>
  ({ type: { name, bell }, input: { subject, data: {} } }) as unknown as RecordedEvent;

describe("the members that an event notifies", () => {
  it("are none without a bell", () => {
    expect(bellOf(member, eventOf(undefined), new Set())).toBeUndefined();
  });

  it.each([
    { of: "a member", actor: member, alsoCauser: false, causer: "usr_asha" },
    { of: "a member, of an event for its causer too", actor: member, alsoCauser: true, causer: null },
    { of: "a job", actor: jobActor("sender"), alsoCauser: false, causer: null },
  ])("leave out the causer: $of", ({ actor, alsoCauser, causer }) => {
    const bell = bellOf(actor, eventOf({ to: "everyone", alsoCauser }), new Set());
    expect(bell).toMatchObject({ to: "everyone", causer });
  });

  it("are asked once for a subject whose event waits to be read", () => {
    const rung = new Set<string>();
    const waits = (subject: string | null, to = "everyone") =>
      bellOf(member, eventOf({ to, unlessUnread: true }, subject), rung) !== undefined;
    expect([waits("cnv_1"), waits("cnv_1"), waits("cnv_2"), waits("cnv_1", "managers")]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    // Without a subject there is nothing that could wait.
    expect([waits(null), waits(null)]).toEqual([true, true]);
  });
});

describe("the kind of news", () => {
  it.each([
    ["message.received", "messages"],
    ["bot.handed_over", "messages"],
    ["bot.paused", "connections"],
    ["campaign.completed", "campaigns"],
    ["payment.received", "money"],
    ["whatsapp_number.disconnected", "whatsapp"],
    ["member.joined", "team"],
    // What has no kind is never switched off.
    ["unheard.of", "security"],
  ])("of %s is %s", (event, kind) => {
    expect(newsKindOf(event)).toBe(kind);
  });
});
