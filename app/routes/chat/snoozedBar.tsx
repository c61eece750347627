import { Link } from "react-router";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { PanelWords } from "./panelWords.server.ts";

/** Above the messages of a snoozed conversation: when it returns, and how to change or end that. */
export function SnoozedBar({
  text,
  words: { snooze, snoozeEnd },
  path,
  search,
}: {
  text: string;
  words: PanelWords["state"];
  path: string;
  search: string;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0 border-line border-b bg-sunken px-4 py-2 text-sm">
      <p className="flex min-h-8 flex-1 items-center whitespace-nowrap gap-2 font-semibold">
        <Icon name="clock-3" size={16} />
        {text}
      </p>
      <span className="flex items-center gap-4">
        <Link className="link inline-flex min-h-8 items-center" to={`${path}/snooze${search}`}>
          {snooze}
        </Link>
        <Form method="post" action={`${path}/details${search}`}>
          <button type="submit" name="intent" value="unsnooze" className="link min-h-8">
            {snoozeEnd}
          </button>
        </Form>
      </span>
    </div>
  );
}
