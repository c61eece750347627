import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/continue";
import { providerOf } from "./provider.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.integrations_continue_page_title() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  pageApi(context)("GET /integrations/:provider/continue", { provider: providerOf(params) });

/** A link, since the page's policy forbids a form's redirect to another site. */
export default function Continue({ loaderData: { url, service, host } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.integrations_continue_title({ service })} />
      <Card className="max-w-2xl">
        <p>
          <ParaglideMessage
            message={m.integrations_continue_text}
            markup={{ strong: () => <strong className="break-words">{host}</strong> }}
          />
        </p>
        <p className="row-actions mt-5">
          <a className="button button-primary" href={url} rel="noreferrer">
            {m.integrations_continue_link({ service })}
          </a>
          <ButtonLink variant="quiet" to={href("/integrations")}>
            {m.common_cancel()}
          </ButtonLink>
        </p>
      </Card>
    </>
  );
}
