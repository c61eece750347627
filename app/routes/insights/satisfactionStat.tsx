import { bestScore } from "#app/domain/messaging/fieldRules.ts";
import { counted, formatDecimal } from "#app/platform/numbers/counts.ts";
import { Stat } from "#app/ui/page.tsx";
import { m } from "#messages";
import type { Figures } from "./analytics.tsx";
import { Change } from "./figures.tsx";

/** Where customers were asked. */
export function SatisfactionStat({ figures }: { figures: Figures }) {
  const { satisfaction, satisfactionBefore } = figures;
  if (satisfaction.average === null && satisfactionBefore.average === null) return null;
  const { average, answers } = satisfaction;
  return (
    <Stat
      label={m.common_satisfaction()}
      value={
        average === null
          ? "–"
          : m.insights_satisfaction_average({ average: formatDecimal(average), most: bestScore })
      }
      hint={
        <>
          <Change now={average} before={satisfactionBefore.average} rise="good" shown={figures} />
          <span className="block">{counted(m.counts_answers, answers)}</span>
        </>
      }
      meaning={m.insights_satisfaction_meaning()}
    />
  );
}
