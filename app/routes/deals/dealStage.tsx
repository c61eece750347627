import type { StageKind } from "#app/domain/crm/words.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

const tones = { open: "info", won: "good", lost: "neutral" } as const;

/** The stage of a deal by its own name; the colour says whether it is won or lost. */
export function StageBadge({ stage, kind }: { stage: string; kind: StageKind }) {
  return <Badge tone={tones[kind]}>{stage}</Badge>;
}

/** The expected closing day of a deal; an open one is marked when overdue. */
export function ClosesOn({
  deal: { closesOn, kind },
  now,
}: {
  deal: { closesOn: string | null; kind: StageKind };
  now: string;
}) {
  if (closesOn === null) return null;
  const isOver = kind === "open" && closesOn < dayOf(new Date(now));
  return (
    <>
      <Time value={`${closesOn}T12:00:00+03:00`} to="day" />
      {isOver && (
        <>
          {" "}
          <Badge tone="warn">{m.common_overdue_label()}</Badge>
        </>
      )}
    </>
  );
}
