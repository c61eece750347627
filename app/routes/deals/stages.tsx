import type { SubmissionResult } from "@conform-to/react";
import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { stageForm, stageId } from "#app/domain/crm/schemas.ts";
import { stageKindWords } from "#app/domain/crm/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/stages";

const schema = z.discriminatedUnion("intent", [
  stageForm.extend({ intent: z.literal("add") }),
  stageForm.extend({ intent: z.literal("save"), stageId }),
  z.object({ intent: z.literal("earlier"), stageId }),
  z.object({ intent: z.literal("later"), stageId }),
  z.object({ intent: z.literal("delete"), stageId }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Stages of deals" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /deal-stages", {}));
}

export const action = formAction(schema, async ({ value, api }) => {
  switch (value.intent) {
    case "add":
      await api("POST /deal-stages", value);
      return done(href("/deals/stages"), "Stage added.");
    case "save":
      await api("PUT /deal-stages/:stageId", value);
      return done(href("/deals/stages"), "Stage saved.");
    case "earlier":
    case "later":
      await api("POST /deal-stages/:stageId/move", { stageId: value.stageId, to: value.intent });
      return done(href("/deals/stages"), "The order is changed.");
    case "delete":
      await api("DELETE /deal-stages/:stageId", { stageId: value.stageId });
      return done(href("/deals/stages"), "Stage deleted.");
  }
});

const kinds = Object.entries(stageKindWords).map(([value, label]) => ({ value, label }));

export default function Stages({ loaderData: { stages }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const typed = result?.initialValue as { intent?: string; stageId?: string } | undefined;
  const at = typed?.intent === "save" ? (typed.stageId ?? "") : "new";
  return (
    <>
      <PageHeader
        title="Stages of deals"
        description="The steps by which you follow your deals. New deals begin in the first open one."
        actions={
          <ButtonLink to={href("/deals")} variant="secondary">
            Back to the deals
          </ButtonLink>
        }
      />
      <ErrorSummary
        title="Nothing was changed"
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
        <Card title="Add a stage">
          <Form method="post" noValidate className="grid gap-4" key={stages.length}>
            <StageFields id="new" name="" kind="open" result={typed?.intent === "add" ? result : undefined} />
            <p className="row-actions">
              <Button name="intent" value="add">
                Add stage
              </Button>
            </p>
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
  result: SubmissionResult<string[]> | undefined;
}) {
  const button = (intent: string, label: string) => (
    <Button name="intent" value={intent} variant="quiet" aria-label={`${label}: ${stage.name}`}>
      {label}
    </Button>
  );
  return (
    <Card title={<span className="wrap-anywhere">{stage.name}</span>}>
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="stageId" value={stage.id} />
        <StageFields id={stage.id} name={stage.name} kind={stage.kind} result={result} />
        <p className="hint">{countOf(stage.deals, "deal")}</p>
        <p className="row-actions">
          <Button name="intent" value="save" variant="secondary" aria-label={`Save: ${stage.name}`}>
            Save
          </Button>
          {!isFirst && button("earlier", "Earlier")}
          {!isLast && button("later", "Later")}
          {stage.deals === 0 && button("delete", "Delete")}
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
  result: SubmissionResult<string[]> | undefined;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Name"
        name="name"
        id={`name-${id}`}
        required
        maxLength={40}
        autoComplete="off"
        defaultValue={typedOr(result, "name", name)}
        error={errorAt(result, "name")}
      />
      <SelectField
        label="Deals in it are"
        name="kind"
        id={`kind-${id}`}
        options={kinds}
        defaultValue={typedOr(result, "kind", kind)}
        error={errorAt(result, "kind")}
      />
    </div>
  );
}

export { ScreenError as ErrorBoundary };
