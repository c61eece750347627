import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { Fragment } from "react";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/overview";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { guides } from "./guides.tsx";
import { Prose } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: m.public_api_documentation_2() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { calls } = await context.get(apiContext)("GET /developer/docs", {});
  const groups = [...new Set(calls.map(({ group }) => group))];
  return { groups: groups.map((group) => ({ group, calls: calls.filter((call) => call.group === group) })) };
}

const rules = () =>
  [
    [m.public_key(), m.public_send_your_key_as_authorization_bearer()],
    [m.public_test_mode(), m.public_with_a_test_key_nothing_leaves()],
    [m.public_repeating(), m.public_give_every_request_that_writes_an()],
    [m.public_limits(), m.public_1_000_calls_a_minute_for()],
    [m.public_lists(), m.public_the_newest_first_limit_up_to()],
    [m.public_errors(), m.public_every_refusal_has_type_the_address()],
  ] as const;

export default function DocsOverview({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <DocsPage title={m.public_api_documentation_2()}>
      <section>
        <p>
          <ParaglideMessage
            message={m.public_send_whatsapp_messages_from_your_own}
            markup={{ link: ({ children }) => <a href="/api/developer/openapi.json">{children}</a> }}
          />
        </p>
        <ul>
          {guides.map(({ id, title, about }) => (
            <li key={id}>
              <a href={`${docsPath}/guides/${id}`}>{title()}</a>
              {m.common_colon()} {about()}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{m.public_what_holds_for_every_call()}</h2>
        <dl>
          {rules().map(([term, text]) => (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd>
                <Prose text={text} />
              </dd>
            </Fragment>
          ))}
        </dl>
      </section>
      <section id="calls">
        <h2>{m.public_all_calls()}</h2>
        {groups.map(({ group, calls }) => (
          <Fragment key={group}>
            <h3>{group}</h3>
            <ul className="calls">
              {calls.map(({ id, title, method, path }) => (
                <li key={id}>
                  <a href={`${docsPath}/calls/${id}`}>{title}</a>
                  <code>
                    {method} {path}
                  </code>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </section>
    </DocsPage>
  );
}
