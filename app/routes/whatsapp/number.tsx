import { href } from "react-router";
import { limitWords, qualityWords, webhookWords } from "#app/domain/whatsapp/numbers/words.ts";
import { asWords } from "#app/platform/asWords.ts";
import { formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/number";

export const meta: Route.MetaFunction = () => [{ title: "WhatsApp number" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await orErrorPage(context.get(apiContext)("GET /whatsapp/numbers/:phoneNumberId", params));
  return { ...found, mayManage: isManager(context.get(userContext)) };
}

export default function WhatsappNumber({ loaderData }: Route.ComponentProps) {
  const { number, account, webhooks, history, mayManage } = loaderData;
  const { phoneNumberId } = number;
  const quality = qualityWords(number.qualityRating);
  const health = webhookWords[webhooks.health];
  return (
    <>
      <PageHeader
        title={number.displayPhoneNumber}
        description={number.verifiedName}
        actions={
          mayManage &&
          account.hasToken && (
            <>
              <ButtonLink
                variant="secondary"
                to={href("/whatsapp/:whatsappAccountId/check", { whatsappAccountId: account.id })}
              >
                Check the connection
              </ButtonLink>
              <ButtonLink to={href("/whatsapp/numbers/:phoneNumberId/profile", { phoneNumberId })}>
                Business profile
              </ButtonLink>
            </>
          )
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Number">
          <DescriptionList
            items={[
              {
                term: "Status",
                value: <Badge tone={number.sendable ? "good" : "warn"}>{asWords(number.status)}</Badge>,
              },
              { term: "Quality", value: <Badge tone={quality.tone}>{quality.word}</Badge> },
              { term: "Messaging limit", value: limitWords(number.messagingLimit) },
              { term: "Throughput", value: `${formatCount(number.throughputPerSecond)} messages a second` },
              {
                term: "Registered",
                value: number.registeredAt ? <Time value={number.registeredAt} to="day" /> : "Not by us",
              },
            ]}
          />
        </Card>
        <Card
          title={
            <>
              Webhooks <Badge tone={health.tone}>{health.word}</Badge>
            </>
          }
        >
          <p className="mb-3">{health.text}</p>
          <DescriptionList
            items={[
              {
                term: "Last report",
                value: webhooks.lastAt ? <Time value={webhooks.lastAt} /> : "None yet",
              },
              {
                term: "Last that failed",
                value: webhooks.lastErrorAt ? <Time value={webhooks.lastErrorAt} /> : "None",
              },
            ]}
          />
        </Card>
      </div>
      <History history={history} />
    </>
  );
}

function History({ history }: Pick<Route.ComponentProps["loaderData"], "history">) {
  return (
    <div className="mt-5">
      <Card title="Quality and limit over time">
        <DataTable
          caption="Quality and limit over time"
          rows={history}
          keyOf={({ at }) => at}
          empty="Meta has not told of a change yet. The connection check asks for both."
          columns={[
            { header: "When", cell: ({ at }) => <Time value={at} /> },
            {
              header: "Quality",
              cell: ({ qualityRating }) =>
                qualityRating && (
                  <Badge tone={qualityWords(qualityRating).tone}>{qualityWords(qualityRating).word}</Badge>
                ),
            },
            {
              header: "Messaging limit",
              cell: ({ messagingLimit }) => messagingLimit && limitWords(messagingLimit),
            },
            {
              header: "Told by",
              cell: ({ source }) => (source === "webhook" ? "Meta's report" : "Our check"),
            },
          ]}
        />
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
