import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { stageForm, stageId } from "#app/domain/crm/schemas.ts";
import { stageKindWords } from "#app/domain/crm/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { Button, ButtonLink, type ButtonVariant } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, problemsOf, resultOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/stages";

const schema = z.discriminatedUnion("intent", [
  stageForm.extend({ intent: z.literal("add") }),
  stageForm.extend({ intent: z.literal("save"), stageId }),
  z.object({ intent: z.literal("earlier"), stageId }),
  z.object({ intent: z.literal("later"), stageId }),
  z.object({ intent: z.literal("delete"), stageId }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.deals_stages_of_deals() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /deal-stages", {});
}

export const action = formAction(schema, async ({ value, api }) => {
  switch (value.intent) {
    case "add":
      await api("POST /deal-stages", value);
      return done(href("/deals/stages"), m.deals_stages_stage_added_done());
    case "save":
      await api("PUT /deal-stages/:stageId", value);
      return done(href("/deals/stages"), m.deals_stages_stage_saved_done());
    case "earlier":
    case "later":
      await api("POST /deal-stages/:stageId/move", { stageId: value.stageId, to: value.intent });
      return done(href("/deals/stages"), m.deals_stages_order_changed_done());
    case "delete":
      await api("DELETE /deal-stages/:stageId", { stageId: value.stageId });
      return done(href("/deals/stages"), m.deals_stages_stage_deleted_done());
  }
});

const kinds = () => Object.entries(stageKindWords).map(([value, label]) => ({ value, label }));

export default function Stages({ loaderData: { stages }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const typed = result?.initialValue as { intent?: string; stageId?: string } | undefined;
  const at = typed?.intent === "save" ? (typed.stageId ?? "") : "new";
  return (
    <>
      <PageHeader
        title={m.deals_stages_of_deals()}
        description={m.deals_stages_lead()}
        actions={
          <ButtonLink to={href("/deals")} variant="secondary">
            {m.deals_stages_back_to_deals_link()}
          </ButtonLink>
        }
      />
      <ErrorSummary
        title={m.common_nothing_was_changed()}
        errors={problemsOf(result).map(({ id, text }) => ({ id: id && `${id}-${at}`, text }))}
      />
      <div className="grid max-w-3xl gap-4">
        {stages.map((stage, index) => (
          <Stage
            key={`${stage.id} ${stage.name} ${stage.kind}`}
            stage={stage}
            isFirst={index === 0}
            isLast={index === stages.length - 1}
            result={typed?.intent === "save" && typed.stageId === stage.id ? result : undefined}
          />
        ))}
        <Card title={m.deals_stages_add_stage_title()}>
          <Form method="post" noValidate className="grid gap-4" key={stages.length}>
            <StageFields id="new" name="" kind="open" result={resultOf(result, "add")} />
            <FormActions submitLabel={m.deals_stages_add_stage_button()} intent="add" />
          </Form>
        </Card>
      </div>
    </>
  );
}

type StageRow = CallOutput<"GET /deal-stages">["stages"][number];

function Stage({
  stage,
  isFirst,
  isLast,
  result,
}: {
  stage: StageRow;
  isFirst: boolean;
  isLast: boolean;
  result: FormResult;
}) {
  const button = (intent: string, label: string, variant: ButtonVariant = "quiet") => (
    <Button
      name="intent"
      value={intent}
      variant={variant}
      aria-label={m.common_labelled({ label: label, value: stage.name })}
    >
      {label}
    </Button>
  );
  return (
    <Card title={<span className="wrap-anywhere">{stage.name}</span>}>
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="stageId" value={stage.id} />
        <StageFields id={stage.id} name={stage.name} kind={stage.kind} result={result} />
        <p className="hint">{counted(m.counts_deals, stage.deals)}</p>
        <p className="row-actions">
          <Button
            name="intent"
            value="save"
            variant="secondary"
            aria-label={m.deals_stages_save_label({ stageName: stage.name })}
          >
            {m.common_save()}
          </Button>
          {!isFirst && button("earlier", m.deals_stages_earlier())}
          {!isLast && button("later", m.common_later())}
          {stage.deals === 0 && button("delete", m.common_delete(), "danger-quiet")}
        </p>
      </Form>
    </Card>
  );
}

function StageFields({
  id,
  name,
  kind,
  result,
}: {
  id: string;
  name: string;
  kind: string;
  result: FormResult;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        {...fieldProps(result, "name", name)}
        label={m.common_name()}
        id={`name-${id}`}
        required
        maxLength={40}
        autoComplete="off"
      />
      <SelectField
        {...fieldProps(result, "kind", kind)}
        label={m.deals_stages_kind_label()}
        id={`kind-${id}`}
        options={kinds()}
      />
    </div>
  );
}
