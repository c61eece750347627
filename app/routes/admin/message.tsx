import { href, Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/message";

export const meta: Route.MetaFunction = () => [{ title: m.admin_message_page_title() }];

export async function loader({ context, params: { orgId, messageId } }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /admin/organisations/:orgId/messages/:messageId", {
    orgId,
    messageId,
  });
  return { orgId, ...found };
}

export default function MessageForStaff({ loaderData }: Route.ComponentProps) {
  const { orgId, message, failure, may } = loaderData;
  const steps = [
    [m.admin_message_created(), message.createdAt],
    [m.admin_message_accepted_step(), message.acceptedAt],
    [m.common_sent(), message.sentAt],
    [m.common_delivered(), message.deliveredAt],
    [m.common_read(), message.readAt],
    [m.common_failed(), message.failedAt],
  ] as const;
  return (
    <>
      <PageHeader
        title={m.common_message()}
        description={m.admin_message_lead()}
        actions={
          <>
            {may.assist && message.accountId && (
              <ButtonLink
                variant="secondary"
                to={`${href("/admin/whatsapp/:orgId/:accountId", { orgId, accountId: message.accountId })}?logs=1#logs`}
              >
                {m.common_log()}
              </ButtonLink>
            )}
            {may.money && (
              <ButtonLink
                variant="secondary"
                to={`${href("/admin/billing/rates")}?message=${encodeURIComponent(message.id)}`}
              >
                {m.common_cost()}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid max-w-3xl gap-4">
        {failure && (
          <Notice tone="bad" title={failure}>
            {[message.errorCode, message.errorDetail].filter((part) => part !== null).join(": ")}
          </Notice>
        )}
        <Card>
          <DescriptionList
            items={[
              {
                term: m.common_organisation(),
                value: (
                  <Link className="link" to={href("/admin/users/:orgId", { orgId })}>
                    {message.businessName}
                  </Link>
                ),
              },
              { term: m.common_our_id(), value: <code className="break-all">{message.id}</code> },
              {
                term: m.admin_message_metas_id(),
                value: <code className="break-all">{message.wamid ?? "–"}</code>,
              },
              {
                term: m.admin_message_direction(),
                value:
                  message.direction === "in"
                    ? m.admin_message_from_customer()
                    : m.admin_message_to_customer(),
              },
              { term: m.common_type(), value: message.type },
              { term: m.common_status(), value: message.stateWord },
              { term: m.common_customer(), value: message.person ?? m.common_value_unknown() },
              { term: m.common_number(), value: message.number ?? m.common_value_unknown() },
              { term: m.common_campaign(), value: message.campaign ?? m.common_none() },
              { term: m.common_template(), value: message.template ?? m.common_none() },
              { term: m.admin_attempts(), value: String(message.attempts) },
              ...steps.flatMap(([term, at]) => (at ? [{ term, value: <Time value={at} /> }] : [])),
            ]}
          />
        </Card>
      </div>
    </>
  );
}
