import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** The tabs of one sequence. */
export function SequenceTabs({ sequenceId }: { sequenceId: string }) {
  return (
    <Tabs
      label={m.sequences_title()}
      items={[
        { to: href("/sequences/:sequenceId", { sequenceId }), label: m.common_steps() },
        { to: href("/sequences/:sequenceId/enrolments", { sequenceId }), label: m.sequences_enrolments() },
        { to: href("/sequences/:sequenceId/simulation", { sequenceId }), label: m.sequences_simulation() },
      ]}
    />
  );
}
