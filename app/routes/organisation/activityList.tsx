import { activityWord } from "#app/domain/record/words.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";

export interface ActivityEntry {
  id: string;
  status: "success" | "warning" | "error";
  action: string;
  details: string;
  timestamp: string;
}

const tones: Record<ActivityEntry["status"], Tone> = { success: "good", warning: "warn", error: "bad" };

/** Entries of the activity log, newest first. */
export function ActivityList({ entries }: { entries: ActivityEntry[] }) {
  return (
    <ul className="feed">
      {entries.map((entry) => (
        <li key={entry.id} className={`feed-${entry.status}`}>
          <p className="feed-title">
            {entry.action}{" "}
            {entry.status !== "success" && (
              <Badge tone={tones[entry.status]}>{activityWord(entry.status)}</Badge>
            )}
          </p>
          <p className="feed-details">{entry.details}</p>
          <p className="hint">
            <Time value={entry.timestamp} />
          </p>
        </li>
      ))}
    </ul>
  );
}
