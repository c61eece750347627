import { href, Link } from "react-router";
import { z } from "zod";
import { pageSource, sourceId } from "#app/domain/bots/schemas.ts";
import { rereadChoices, sourceStatuses } from "#app/domain/bots/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { Refreshing } from "#app/web/refreshing.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/sources";
import { BotTabs } from "./botTabs.tsx";

const schema = z.discriminatedUnion("intent", [
  pageSource.extend({ intent: z.literal("add") }),
  z.object({ intent: z.literal("read"), sourceId }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.bots_sources_page_title() }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const { bot, sources } = await pageApi(context)("GET /bots/:botId", { botId });
  return { bot, sources, mayManage: may(context.get(userContext), "bots.manage") };
}

export const action = formAction(schema, async ({ value, api }, { params: { botId } }: Route.ActionArgs) => {
  const here = href("/bots/:botId/sources", { botId });
  switch (value.intent) {
    case "add":
      await api("POST /bots/:botId/pages", { botId, url: value.url, rereadHours: value.rereadHours });
      return done(here, m.bots_sources_page_being_read_done());
    case "read":
      await api("POST /bots/:botId/sources/:sourceId/read", { botId, sourceId: value.sourceId });
      return done(here, m.bots_sources_reading_done());
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
        description={m.bots_sources_lead()}
        actions={mayManage && <ButtonLink to={`${here}/document`}>{m.bots_upload_document()}</ButtonLink>}
      />
      <BotTabs botId={bot.id} />
      <DataTable
        caption={m.bots_sources()}
        rows={sources}
        keyOf={({ id }) => id}
        empty={m.bots_sources_empty()}
        columns={[
          {
            header: m.common_source(),
            className: "break-all",
            cell: ({ name }) => name,
            below: ({ problem }) => problem,
          },
          {
            header: m.common_status(),
            cell: ({ status }) => (
              <Badge tone={sourceStatuses[status].tone}>{sourceStatuses[status].label}</Badge>
            ),
          },
          { header: m.bots_entries(), number: true, cell: ({ entryCount }) => formatCount(entryCount) },
          {
            header: m.common_read(),
            cell: ({ readAt }) => (readAt ? <Time value={readAt} /> : m.common_not_yet()),
          },
          {
            header: m.bots_sources_read_again(),
            cell: ({ kind, nextReadAt }) =>
              kind === "page" && nextReadAt ? <Time value={nextReadAt} /> : "–",
          },
          {
            header: m.common_actions(),
            plain: "hidden",
            cell: ({ id, kind }) =>
              mayManage && (
                <div className="row-actions">
                  {kind === "page" && (
                    <Form method="post">
                      <input type="hidden" name="sourceId" value={id} />
                      <Button variant="quiet" name="intent" value="read">
                        {m.bots_sources_read_again_button()}
                      </Button>
                    </Form>
                  )}
                  <Link className="link link-danger" to={`${here}/${id}/delete`}>
                    {m.common_delete()}
                  </Link>
                </div>
              ),
          },
        ]}
      />
      {mayManage && <PageForm result={result} />}
      {sources.some(({ status }) => status === "waiting") && <Refreshing />}
    </>
  );
}

type Result = NonNullable<Route.ComponentProps["actionData"]>["result"];

function PageForm({ result }: { result: Result | undefined }) {
  return (
    <Card title={m.bots_sources_add_page_title()} className="mt-6 max-w-2xl">
      <Form method="post" noValidate className="grid gap-5">
        <ErrorSummary title={m.bots_sources_errors_title()} errors={problemsOf(result)} />
        <Field
          {...fieldProps(result, "url")}
          label={m.common_address()}
          type="url"
          required
          placeholder="https://"
          hint={m.bots_sources_url_hint()}
        />
        <SelectField
          {...fieldProps(result, "rereadHours", "24")}
          label={m.bots_sources_reread_hours_label()}
          options={Object.entries(rereadChoices).map(([value, label]) => ({ value, label }))}
        />
        <p>
          <Button name="intent" value="add">
            {m.bots_sources_add_page_button()}
          </Button>
        </p>
      </Form>
    </Card>
  );
}
