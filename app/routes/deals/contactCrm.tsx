import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Money } from "#app/ui/money.tsx";
import { m } from "#messages";
import { TaskLines } from "../tasks/taskLines.tsx";
import { StageBadge } from "./dealStage.tsx";

/** A contact's deals and open tasks, with links to add one; `back` is the page they are on. */
export function ContactCrm({
  crm: { deals, tasks },
  contactId,
  back,
}: {
  crm: CallOutput<"GET /contacts/:contactId/crm">;
  contactId: string;
  back: string;
}) {
  const query = new URLSearchParams({ contactId, back });
  return (
    <div className="grid gap-4">
      {deals.length > 0 && (
        <ul className="grid gap-2">
          {deals.map(({ id, title, valueCents, stage, kind }) => (
            <li key={id}>
              <Link className="link wrap-anywhere" to={href("/deals/:dealId", { dealId: id })}>
                {title}
              </Link>{" "}
              <StageBadge stage={stage} kind={kind} />
              <span className="hint block">
                <Money cents={valueCents} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <TaskLines tasks={tasks} empty={m.deals_contact_crm_no_open_tasks_empty()} />
      <p className="flex flex-wrap gap-x-4">
        <Link className="link" to={`${href("/deals/new")}?${query}`}>
          {m.common_new_deal()}
        </Link>
        <Link className="link" to={`${href("/tasks/new")}?${query}`}>
          {m.common_new_task()}
        </Link>
      </p>
    </div>
  );
}
