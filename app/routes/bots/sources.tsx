import { href, Link } from "react-router";
import { z } from "zod";
import { pageSource, sourceId } from "#app/domain/bots/schemas.ts";
import { rereadChoices, sourceStatuses } from "#app/domain/bots/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/sources";
import { BotTabs } from "./botTabs.tsx";

const schema = z.discriminatedUnion("intent", [
  pageSource.extend({ intent: z.literal("add") }),
  z.object({ intent: z.literal("read"), sourceId }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Sources of a bot" }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const { bot, sources } = await orErrorPage(context.get(apiContext)("GET /bots/:botId", { botId }));
  return { bot, sources, mayManage: isManager(context.get(userContext)) };
}

export const action = formAction(schema, async ({ value, api }, { params: { botId } }: Route.ActionArgs) => {
  const here = href("/bots/:botId/sources", { botId });
  switch (value.intent) {
    case "add":
      await api("POST /bots/:botId/pages", { botId, url: value.url, rereadHours: value.rereadHours });
      return done(here, "The page is being read. Reload in a moment.");
    case "read":
      await api("POST /bots/:botId/sources/:sourceId/read", { botId, sourceId: value.sourceId });
      return done(here, "The page is being read again.");
  }
});

export default function Sources({ loaderData, actionData }: Route.ComponentProps) {
  const { bot, sources, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const here = href("/bots/:botId/sources", { botId: bot.id });
  return (
    <>
      <PageHeader
        title={bot.name}
        description="Pages and documents that the bot reads. Each of their parts becomes an entry."
        actions={mayManage && <ButtonLink to={`${here}/document`}>Upload a document</ButtonLink>}
      />
      <BotTabs botId={bot.id} />
      <DataTable
        caption="Sources"
        rows={sources}
        keyOf={({ id }) => id}
        empty="No pages and no documents yet. Questions and answers that you write yourself are under Entries."
        columns={[
          {
            header: "Source",
            className: "break-all",
            cell: ({ name }) => name,
            below: ({ problem }) => problem,
          },
          {
            header: "Status",
            cell: ({ status }) => (
              <Badge tone={sourceStatuses[status].tone}>{sourceStatuses[status].label}</Badge>
            ),
          },
          { header: "Entries", number: true, cell: ({ entryCount }) => formatCount(entryCount) },
          { header: "Read", cell: ({ readAt }) => (readAt ? <Time value={readAt} /> : "Not yet") },
          { header: "Again", cell: ({ nextReadAt }) => (nextReadAt ? <Time value={nextReadAt} /> : "–") },
          {
            header: "Actions",
            plain: "hidden",
            cell: ({ id, kind }) =>
              mayManage && (
                <div className="row-actions">
                  {kind === "page" && (
                    <Form method="post">
                      <input type="hidden" name="sourceId" value={id} />
                      <Button variant="quiet" name="intent" value="read">
                        Read again
                      </Button>
                    </Form>
                  )}
                  <Link className="link" to={`${here}/${id}/delete`}>
                    Delete
                  </Link>
                </div>
              ),
          },
        ]}
      />
      {mayManage && <PageForm result={result} />}
    </>
  );
}

type Result = NonNullable<Route.ComponentProps["actionData"]>["result"];

function PageForm({ result }: { result: Result | undefined }) {
  return (
    <Card title="Add a page" className="mt-6 max-w-2xl">
      <Form method="post" noValidate className="grid gap-5">
        <ErrorSummary title="The page was not added" errors={problemsOf(result)} />
        <Field
          label="Address"
          name="url"
          type="url"
          required
          placeholder="https://"
          defaultValue={typedOr(result, "url", "")}
          error={errorAt(result, "url")}
          hint="A public page of yours: delivery, prices, questions and answers."
        />
        <SelectField
          label="Read it again"
          name="rereadHours"
          defaultValue={typedOr(result, "rereadHours", "24")}
          error={errorAt(result, "rereadHours")}
          options={Object.entries(rereadChoices).map(([value, label]) => ({ value, label }))}
        />
        <p>
          <Button name="intent" value="add">
            Add page
          </Button>
        </p>
      </Form>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
