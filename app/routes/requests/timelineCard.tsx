import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import type { TimelineEntry } from "./timeline.server.ts";

export const TimelineCard = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <Card title={m.common_history()}>
    <ul className="divide-y divide-line">
      {entries.map(({ key, at, text }) => (
        <li key={key} className="py-3 first:pt-0 last:pb-0">
          <span className="hint block">
            <Time value={at} />
          </span>
          <span className="wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  </Card>
);
