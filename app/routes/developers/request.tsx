import { href, Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/request";
import { Code } from "./code.tsx";
import { StatusBadge } from "./requests.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Request" }];

export const loader = ({ context, params: { requestId } }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /developer/calls/:requestId", { requestId }));

export default function ShowRequest({ loaderData: { call, curl } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={`${call.method} ${call.path}`}
        actions={
          <ButtonLink to={href("/developers/requests")} variant="secondary">
            Request log
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <Card>
          <DescriptionList
            items={[
              { term: "Status", value: <StatusBadge status={call.status} /> },
              {
                term: "Error",
                value: call.errorCode ? (
                  <Link
                    className="link"
                    to={href("/developers/docs/errors/:code", { code: call.errorCode })}
                    reloadDocument
                  >
                    {call.errorCode}
                  </Link>
                ) : (
                  "None"
                ),
              },
              { term: "When", value: <Time value={call.createdAt} /> },
              { term: "Duration", value: `${call.durationMs} ms` },
              { term: "Key", value: `${call.keyName ?? "–"} (${call.mode})` },
              { term: "IP address", value: call.ipAddress },
              { term: "User agent", value: call.userAgent || "–" },
              { term: "Request id", value: <code className="break-all">{call.requestId}</code> },
            ]}
          />
        </Card>
        <Card title="Repeat it">
          <div className="grid gap-3">
            <p className="hint">
              What a request says of people is not kept. Put your key and the values in again.
            </p>
            <Code text={curl} />
          </div>
        </Card>
      </div>
    </>
  );
}

export { ScreenError as ErrorBoundary };
