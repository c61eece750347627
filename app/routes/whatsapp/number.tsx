import { href } from "react-router";
import { limitWords, qualityWords, webhookWords } from "#app/domain/whatsapp/numbers/words.ts";
import { numberStateWord } from "#app/domain/whatsapp/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/number";

export const meta: Route.MetaFunction = () => [{ title: m.common_whatsapp_number() }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /whatsapp/numbers/:phoneNumberId", params);
  return { ...found, mayManage: may(context.get(userContext), "whatsapp.manage") };
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
                {m.whatsapp_number_check_connection_link()}
              </ButtonLink>
              <ButtonLink to={href("/whatsapp/numbers/:phoneNumberId/profile", { phoneNumberId })}>
                {m.whatsapp_business_profile()}
              </ButtonLink>
            </>
          )
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title={m.common_number()}>
          <DescriptionList
            items={[
              {
                term: m.common_status(),
                value: (
                  <Badge tone={number.sendable ? "good" : "warn"}>{numberStateWord(number.status)}</Badge>
                ),
              },
              { term: m.common_quality(), value: <Badge tone={quality.tone}>{quality.word}</Badge> },
              { term: m.common_messaging_limit(), value: limitWords(number.messagingLimit) },
              {
                term: m.common_throughput(),
                value: m.whatsapp_messages_per_second({ n: formatCount(number.throughputPerSecond) }),
              },
              {
                term: m.whatsapp_number_registered(),
                value: number.registeredAt ? (
                  <Time value={number.registeredAt} to="day" />
                ) : (
                  m.common_not_reported()
                ),
              },
            ]}
          />
        </Card>
        <Card
          title={
            <>
              {m.common_webhooks()} <Badge tone={health.tone}>{health.word}</Badge>
            </>
          }
        >
          <p className="mb-3">{health.text}</p>
          <DescriptionList
            items={[
              {
                term: m.whatsapp_number_last_report(),
                value: webhooks.lastAt ? <Time value={webhooks.lastAt} /> : m.common_none_yet(),
              },
              {
                term: m.common_last_failed(),
                value: webhooks.lastErrorAt ? <Time value={webhooks.lastErrorAt} /> : m.common_none(),
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
      <Card title={m.whatsapp_number_history_title()}>
        <DataTable
          caption={m.whatsapp_number_history_title()}
          rows={history}
          keyOf={({ at }) => at}
          empty={m.whatsapp_number_history_empty()}
          columns={[
            { header: m.common_when(), cell: ({ at }) => <Time value={at} /> },
            {
              header: m.common_quality(),
              cell: ({ qualityRating }) =>
                qualityRating && (
                  <Badge tone={qualityWords(qualityRating).tone}>{qualityWords(qualityRating).word}</Badge>
                ),
            },
            {
              header: m.common_messaging_limit(),
              cell: ({ messagingLimit }) => messagingLimit && limitWords(messagingLimit),
            },
            {
              header: m.whatsapp_number_reported_by(),
              cell: ({ source }) =>
                source === "webhook" ? m.whatsapp_number_metas_report() : m.whatsapp_number_our_check(),
            },
          ]}
        />
      </Card>
    </div>
  );
}
