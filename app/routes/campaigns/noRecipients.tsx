import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";
import type { NoReach } from "./noRecipients.server.ts";

/** Why a campaign reaches no contact. A remedy that leads away saves the draft first. */
export function NoRecipients({ reasons }: { reasons: readonly NoReach[] }) {
  return (
    <Notice id="no-recipients" tone="bad" title={m.campaigns_reaches_no_one_error()}>
      <ul className="grid gap-3">
        {reasons.map(({ text, remedies }) => (
          <li key={text} className="grid list-none gap-1">
            <span>{text}</span>
            <span className="row-actions">
              {remedies.map(({ label, anchor, intent }) =>
                intent ? (
                  <Button key={label} variant="secondary" name="intent" value={intent}>
                    {label}
                  </Button>
                ) : (
                  <a key={label} className="link" href={`#${anchor}`}>
                    {label}
                  </a>
                ),
              )}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
