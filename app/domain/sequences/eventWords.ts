import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import { endWords, sourceWords } from "./words.ts";

export const sequenceWords: WordsOf<typeof events> = {
  "sequence.created": ({ sequence }) => ({
    title: m.events_sequence_created(),
    details: quoted(sequence),
  }),
  "sequence.changed": ({ sequence }) => ({
    title: m.events_sequence_changed(),
    details: quoted(sequence),
  }),
  "sequence.deleted": ({ sequence }) => ({
    title: m.events_sequence_deleted(),
    details: quoted(sequence),
  }),
  "sequence.switched_on": ({ sequence, version }) => ({
    title: m.events_sequence_switched_on(),
    details: m.events_sequence_version({ sequence, version }),
  }),
  "sequence.switched_off": ({ sequence }) => ({
    title: m.events_sequence_switched_off(),
    details: quoted(sequence),
  }),
  "sequence.enrolments_started": ({ sequence, people, totalCents }) => ({
    title: m.events_sequence_enrolments_started(),
    details: m.events_sequence_enrolments({
      sequence,
      people: counted(m.counts_contacts, people),
      total: formatKes(totalCents),
    }),
  }),
  "sequence.contact_enrolled": ({ sequence, contact, source }) => ({
    title: m.events_sequence_contact_enrolled(),
    details: labelled(m.events_flow_started_details({ flow: sequence, contact }), sourceWords[source]),
  }),
  "sequence.contact_ended": ({ sequence, contact, reason }) => ({
    title: m.events_sequence_contact_ended(),
    details: labelled(m.events_flow_started_details({ flow: sequence, contact }), endWords[reason]),
  }),
  "sequence.out_of_money": ({ sequence }) => ({
    title: m.events_sequence_out_of_money(),
    details: quoted(sequence),
    notice: {
      title: m.events_sequence_out_of_money(),
      body: m.events_sequence_out_of_money_notice({ sequence }),
    },
  }),
};
