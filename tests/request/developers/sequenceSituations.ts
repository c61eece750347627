import { contacts } from "#app/db/schema/contacts/contacts.ts";
import type { SequenceStep } from "#app/db/schema/sequences/sequences.ts";
import { switchSequence } from "#app/domain/sequences/save.server.ts";
import { newId } from "#app/platform/ids.ts";
import { addOpenSequence, sequenceOn } from "#tests/support/sequences.ts";
import { at, type Situation, type Stage } from "./situations.ts";

const enrol = "POST /v1/sequences/:sequence_id/enrolments";
const beforeDate: SequenceStep[] = [
  { id: "s1", kind: "wait", wait: { until: "anchor", days: -1, clock: "08:00" } },
  { id: "s2", kind: "act", action: { kind: "tag", tag: "seen" } },
];

/** What enrolling meets in a sequence that is on. */
const enrolling =
  (input: (stage: Stage) => Record<string, unknown> | Promise<Record<string, unknown>>): Situation["given"] =>
  async (stage) =>
    at(stage.shop, { sequence_id: await addOpenSequence(stage.shop.org.ctx), ...(await input(stage)) });

/** Each refusal of sequences in the API. */
export const sequenceSituations: Situation[] = [
  {
    code: "sequence.not_on",
    of: [enrol],
    given: enrolling(async ({ shop: { org, world } }) => {
      const sequence_id = await addOpenSequence(org.ctx);
      await switchSequence({ ctx: org.ctx, input: { sequenceId: sequence_id, isOn: false } });
      return { sequence_id, contact_id: world.contactId };
    }),
  },
  {
    code: "sequence.needs_date",
    of: [enrol],
    given: enrolling(async ({ shop: { org, world } }) => ({
      ...{ sequence_id: await sequenceOn(org.ctx, beforeDate), contact_id: world.contactId },
    })),
  },
  {
    code: "sequence.opted_out",
    of: [enrol],
    given: enrolling(async ({ platform, shop: { org } }) => {
      const { orgId } = org;
      const contact_id = newId("con");
      await platform.services.db.withOrg(orgId, (tx) =>
        tx.insert(contacts).values({ orgId, id: contact_id, optedOutAt: new Date() }),
      );
      return { contact_id };
    }),
  },
  { code: "contact.no_identity", of: [enrol], given: enrolling(() => ({})) },
  { code: "contact.bad_phone", of: [enrol], given: enrolling(() => ({ phone: "12" })) },
];
