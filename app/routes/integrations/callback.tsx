import { data, href } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/callback";
import { providerOf } from "./provider.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.integrations_callback_page_title() }];

const refused = () => m.integrations_callback_access_denied();

/** The service redirects the member here: with a code to exchange, or with a refusal. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const provider = providerOf(params);
  const { searchParams, search } = new URL(request.url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  if (parameter("code") === "") return data({ provider, problem: refused() }, { status: 400 });
  try {
    await context.get(apiContext)("POST /integrations/:provider/callback", {
      provider,
      state: parameter("state"),
      code: parameter("code"),
      shop: parameter("shop"),
      query: search.slice(1),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ provider, problem: error.message }, { status: error.status });
  }
  throw done(href("/integrations/:provider", { provider }), m.integrations_connected_done());
}

export default function Callback({ loaderData: { provider, problem } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.common_not_connected()} />
      <Card className="max-w-2xl">
        <Notice tone="bad" title={problem} />
        <p className="mt-4">
          <ButtonLink to={href("/integrations/:provider/connect", { provider })}>
            {m.common_start_again()}
          </ButtonLink>
        </p>
      </Card>
    </>
  );
}
