import { testQuestion } from "#app/domain/bots/schemas.ts";
import { botLanguages, outcomes, reasons } from "#app/domain/bots/words.ts";
import { percentOf } from "#app/platform/numbers/percent.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/test";
import { BotTabs } from "./botTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.bots_test_page_title() }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const { bot } = await pageApi(context)("GET /bots/:botId", { botId });
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
  const question = actionData && "question" in actionData ? actionData.question : "";
  const result = said ? undefined : actionData?.result;
  return (
    <>
      <PageHeader title={bot.name} description={m.bots_test_lead()} />
      <BotTabs botId={bot.id} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={m.common_question()}>
          <Form method="post" className="grid gap-4">
            <ErrorSummary errors={problemsOf(result)} />
            <TextareaField
              {...fieldProps(result, "question", question)}
              maxLength={2000}
              label={m.bots_test_question_label()}
              rows={3}
            />
            <p>
              <Button>{m.bots_test_ask_button()}</Button>
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
    <Card title={m.bots_test_bot_reply_title()}>
      <p className="mb-4 whitespace-pre-line" lang={said.language}>
        {[said.reply, ...said.listed.map((question, index) => `${index + 1}. ${question}`)].join("\n")}
      </p>
      <DescriptionList
        items={[
          { term: m.common_outcome(), value: <Badge tone={tone}>{label}</Badge> },
          ...(said.reason ? [{ term: m.common_reason(), value: reasons[said.reason] }] : []),
          { term: m.common_language(), value: botLanguages[said.language] },
          {
            term: m.bots_test_written_by(),
            value: said.byModel ? m.bots_test_model() : m.bots_test_entries(),
          },
        ]}
      />
      <h3 className="mt-4 mb-2 font-semibold">{m.bots_test_entries_considered()}</h3>
      <DataTable
        caption={m.bots_test_entries_considered()}
        rows={said.found}
        keyOf={({ entryId }) => entryId}
        empty={m.bots_test_none_empty()}
        columns={[
          {
            header: m.bots_entry(),
            cell: ({ question, language }) => <span lang={language}>{question}</span>,
          },
          { header: m.bots_test_similarity(), number: true, cell: ({ score }) => percentOf(score, 1) },
        ]}
      />
    </Card>
  );
}
