import { counted } from "#app/platform/numbers/counts.ts";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";
import type { FoundContacts } from "./segmentAction.server.ts";

/** The number of contacts that match conditions, as a sentence, and conditions that match no one now. */
export function Found({ found }: { found: FoundContacts }) {
  const problems = found.words.filter(({ problem }) => problem);
  return (
    <div className="grid gap-3" role="status">
      <p>
        <strong>{counted(m.counts_contacts, found.count)}</strong>{" "}
        <span className="text-muted wrap-anywhere">{found.sentence}</span>
      </p>
      {problems.map(({ text, problem }) => (
        <Notice key={text} tone="warn" title={text}>
          {problem}
        </Notice>
      ))}
    </div>
  );
}
