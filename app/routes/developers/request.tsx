import { href, Link } from "react-router";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/request";
import { Code } from "./code.tsx";
import { StatusBadge } from "./requests.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.developers_request() }];

export const loader = ({ context, params: { requestId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /developer/calls/:requestId", { requestId });

export default function ShowRequest({ loaderData: { call, curl } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={`${call.method} ${call.path}`}
        actions={
          <ButtonLink to={href("/developers/requests")} variant="secondary">
            {m.developers_request_log()}
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <Card>
          <DescriptionList
            items={[
              { term: m.common_status(), value: <StatusBadge status={call.status} /> },
              {
                term: m.common_error(),
                value: call.errorCode ? (
                  <Link
                    className="link"
                    to={href("/developers/docs/errors/:code", { code: call.errorCode })}
                    reloadDocument
                  >
                    {call.errorCode}
                  </Link>
                ) : (
                  m.common_none()
                ),
              },
              { term: m.common_when(), value: <Time value={call.createdAt} /> },
              { term: m.developers_duration(), value: m.common_milliseconds({ n: call.durationMs }) },
              {
                term: m.developers_key(),
                value: m.common_with_detail({
                  text: call.keyName ?? "–",
                  detail: inSentence(call.mode === "test" ? m.developers_test() : m.developers_live()),
                }),
              },
              { term: m.common_ip_address(), value: call.ipAddress },
              { term: m.developers_request_user_agent(), value: call.userAgent || "–" },
              { term: m.developers_request_id(), value: <code className="break-all">{call.requestId}</code> },
            ]}
          />
        </Card>
        <Card title={m.developers_request_repeat_title()}>
          <div className="grid gap-3">
            <p className="hint">{m.developers_request_privacy_text()}</p>
            <Code text={curl} />
          </div>
        </Card>
      </div>
    </>
  );
}
