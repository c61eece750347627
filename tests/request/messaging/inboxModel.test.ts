import fc from "fast-check";
import { expect, it } from "vitest";
import { movesByHand } from "#app/domain/messaging/conversations/states.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { createChats, newKey } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);

type State = "open" | "waiting" | "closed";
type Deed =
  | { kind: "writes" }
  | { kind: "answers" | "claims" | "letsGo"; by: 0 | 1 }
  | { kind: "puts"; to: State };

const by = fc.constantFrom<0 | 1>(0, 1);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constant("writes" as const) }),
  fc.record({ kind: fc.constantFrom("answers" as const, "claims" as const, "letsGo" as const), by }),
  fc.record({ kind: fc.constant("puts" as const), to: fc.constantFrom<State>("open", "waiting", "closed") }),
);

interface Model {
  state: State;
  owner: 0 | 1 | null;
}

/**
 * The expected result of each action, or its refusal. No member is available, so reopened conversations stay
 * unassigned.
 */
function next({ state, owner }: Model, done: Deed): Model | "refused" {
  switch (done.kind) {
    case "writes":
      return { state: "waiting", owner: state === "closed" ? null : owner };
    case "answers":
      return { state: "open", owner: owner ?? done.by };
    case "claims":
      return owner === null || owner === done.by ? { state, owner: done.by } : "refused";
    case "letsGo":
      return { state, owner: null };
    case "puts":
      if (done.to === state) return { state, owner };
      return movesByHand[state].includes(done.to) ? { state: done.to, owner } : "refused";
  }
}

it("after any sequence of actions, state and owner follow the rules, and a wait lasts exactly while a customer waits", async () => {
  let wrote = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 14 }), async (deeds) => {
      const { org, conversationId, phoneNumberId } = await chats.shopWithCustomer();
      const colleague = await joinOrganisation(platform, org, "agent");
      const team = [org, colleague];
      const ids = [org.userId, colleague.memberId];
      const read = async () =>
        (await call("GET /conversations/:conversationId", { conversationId }, org)).conversation;
      const act = (done: Deed, owner: string) => {
        const id = { conversationId };
        switch (done.kind) {
          case "writes":
            wrote += 1;
            return platform.services.db.withSystem(async (tx) => {
              await applyInbound(tx, platform.services, org.orgId, phoneNumberId, {
                messages: [
                  {
                    from: "254712345678",
                    id: `wamid.model.${wrote}`,
                    timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
                    type: "text",
                    text: { body: "Habari" },
                  },
                ],
              });
              return { status: 200 };
            });
          case "answers": {
            const reply = { ...id, text: "Karibu", key: newKey() };
            return platform.request("POST /conversations/:conversationId/messages", reply, team[done.by]);
          }
          case "claims":
            return platform.request("POST /conversations/:conversationId/claim", id, team[done.by]);
          case "letsGo": {
            const release = { ...id, memberId: "", from: owner };
            return platform.request("PUT /conversations/:conversationId/owner", release, team[done.by]);
          }
          case "puts":
            return platform.request(
              "PUT /conversations/:conversationId/state",
              { ...id, state: done.to },
              org,
            );
        }
      };
      let model: Model = { state: "open", owner: null };
      for (const done of deeds) {
        platform.clock.advance(1000);
        const before = model.owner === null ? "" : ids[model.owner]!;
        const { status } = await act(done, before);
        const after = next(model, done);
        expect(status, JSON.stringify(done)).toBe(after === "refused" ? 409 : 200);
        if (after !== "refused") model = after;
        const real = await read();
        expect({ state: real.state, owner: real.assignedTo }).toEqual({
          state: model.state,
          owner: model.owner === null ? null : ids[model.owner],
        });
        expect(real.waitingSince !== null).toBe(model.state === "waiting");
      }
      const { counts } = await call("GET /conversations", {}, org);
      expect(counts).toMatchObject({
        all: model.state === "closed" ? 0 : 1,
        closed: model.state === "closed" ? 1 : 0,
      });
    }),
    { numRuns: 12 },
  );
});
