import { testQuestion } from "#app/domain/bots/schemas.ts";
import { botLanguages, outcomes, reasons } from "#app/domain/bots/words.ts";
import { percentOf } from "#app/platform/percent.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/test";
import { BotTabs } from "./botTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Test a bot" }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const { bot } = await orErrorPage(context.get(apiContext)("GET /bots/:botId", { botId }));
  return { bot };
}

export const action = formAction(
  testQuestion,
  async ({ value: { question }, submission, api }, { params: { botId } }: Route.ActionArgs) => ({
    result: submission.reply(),
    question,
    said: await api("POST /bots/:botId/test", { botId, question }),
  }),
);

export default function TestBot({ loaderData: { bot }, actionData }: Route.ComponentProps) {
  const said = actionData && "said" in actionData ? actionData.said : undefined;
  const asked = actionData && "question" in actionData ? actionData.question : "";
  const result = said ? undefined : actionData?.result;
  return (
    <>
      <PageHeader title={bot.name} description="Ask as a customer would. Nothing is sent." />
      <BotTabs botId={bot.id} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title="Question">
          <Form method="post" className="grid gap-4">
            <ErrorSummary errors={problemsOf(result)} />
            <TextareaField
              label="What the customer writes"
              name="question"
              rows={3}
              defaultValue={typedOr(result, "question", asked)}
              error={errorAt(result, "question")}
            />
            <p>
              <Button>Ask</Button>
            </p>
          </Form>
        </Card>
        {said && <Said said={said} />}
      </div>
    </>
  );
}

type Answered = Extract<NonNullable<Route.ComponentProps["actionData"]>, { said: unknown }>["said"];

function Said({ said }: { said: Answered }) {
  const { tone, label } = outcomes[said.outcome];
  return (
    <Card title="What the bot says">
      <p className="mb-4 whitespace-pre-line" lang={said.language}>
        {[said.reply, ...said.listed.map((question, index) => `${index + 1}. ${question}`)].join("\n")}
      </p>
      <DescriptionList
        items={[
          { term: "Outcome", value: <Badge tone={tone}>{label}</Badge> },
          ...(said.reason ? [{ term: "Why", value: reasons[said.reason] }] : []),
          { term: "Language", value: botLanguages[said.language] },
          { term: "Written by", value: said.byModel ? "The model" : "Your entries" },
        ]}
      />
      <h3 className="mt-4 mb-2 font-semibold">Entries that were looked at</h3>
      <DataTable
        caption="Entries that were looked at"
        rows={said.found}
        keyOf={({ entryId }) => entryId}
        empty="None."
        columns={[
          { header: "Entry", cell: ({ question, language }) => <span lang={language}>{question}</span> },
          { header: "Likeness", number: true, cell: ({ score }) => percentOf(score, 1) },
        ]}
      />
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
