import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MessageState } from "#app/db/schema/messaging.ts";
import { clientOf } from "#app/jobs/sender/results.server.ts";
import { newId } from "#app/shared/ids.ts";
import { connectNumber, sendingCampaign } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { moveMessages } from "./move.server.ts";
import { mayMove, messageStates } from "./states.ts";

const platform = setUpPlatform();

const recipients = 20;
const start = Date.parse("2026-03-02T09:50:00Z");
const move = fc.record({
  row: fc.nat(recipients - 1),
  state: fc.constantFrom<MessageState>(...messageStates),
  minutes: fc.nat(40),
});

/** The stages that a message counts for: a failed one for its failure alone. */
const stagesOf = (state: MessageState): MessageState[] => {
  const way: MessageState[] = ["accepted", "sent", "delivered", "read"];
  return state === "failed" ? ["failed"] : way.slice(0, way.indexOf(state) + 1);
};

describe("the hourly totals", () => {
  it("show what the messages show, whatever happens to them and in whatever order", async () => {
    const { orgId } = await platform.createOrg();
    const { templateId, phoneNumberId } = await connectNumber(platform.services, orgId, {
      wabaId: newId("evt"),
      phoneNumberId: newId("evt"),
      accessToken: "token",
    });
    const rowsOf = async <Row extends object>(text: string, values: unknown[]) =>
      (await platform.services.db.owner.query<Row>(text, values)).rows;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(move, { minLength: 1, maxLength: 12 }), { maxLength: 8 }),
        async (batches) => {
          await rowsOf("delete from hourly_totals where org_id = $1", [orgId]);
          const campaignId = await sendingCampaign(platform.services, {
            orgId,
            templateId,
            phoneNumberId,
            recipients,
          });
          const ids = (
            await rowsOf<{ id: string }>("select id from messages where campaign_id = $1 order by sequence", [
              campaignId,
            ])
          ).map(({ id }) => id);
          const states = new Map(ids.map((id) => [id, "queued" as MessageState]));
          for (const batch of batches) {
            const moves = new Map(
              batch.map(({ row, state, minutes }) => [
                ids[row]!,
                { id: ids[row]!, state, at: new Date(start + minutes * 60_000) },
              ]),
            );
            await platform.services.db.withSystem((tx) =>
              moveMessages(clientOf(tx), orgId, [...moves.values()]),
            );
            for (const { id, state } of moves.values())
              if (mayMove(states.get(id)!, state)) states.set(id, state);
          }
          const expected: Partial<Record<MessageState, number>> = {};
          for (const state of states.values())
            for (const stage of stagesOf(state)) expected[stage] = (expected[stage] ?? 0) + 1;
          const totals = await rowsOf<{ state: MessageState; count: number }>(
            "select state, sum(count)::int as count from hourly_totals where org_id = $1 group by 1 having sum(count) <> 0",
            [orgId],
          );
          const [below] = await rowsOf(
            "select 1 from hourly_totals where org_id = $1 and state <> 'sent' and count < 0",
            [orgId],
          );
          expect(below).toBeUndefined();
          expect(Object.fromEntries(totals.map(({ state, count }) => [state, count]))).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});
