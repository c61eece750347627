import { href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { m } from "#messages";

/** Moves a deal to a stage, from the list and the page of a deal. `back` is the page to return to. */
export function MoveForm({
  deal,
  stages,
  back,
}: {
  deal: { id: string; title: string; stageId: string };
  stages: { id: string; name: string }[];
  back: string;
}) {
  return (
    <Form
      method="post"
      action={href("/deals/:dealId", { dealId: deal.id })}
      className="flex flex-wrap items-end gap-2"
      preventScrollReset
      key={deal.stageId}
    >
      <input type="hidden" name="from" value={deal.stageId} />
      <input type="hidden" name="back" value={back} />
      <SelectField
        className="min-w-0 flex-1"
        label={m.common_stage()}
        name="stageId"
        id={`stage-${deal.id}`}
        defaultValue={deal.stageId}
        options={stages.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button variant="secondary" aria-label={m.deals_move_label({ dealTitle: deal.title })}>
        {m.deals_move()}
      </Button>
    </Form>
  );
}
