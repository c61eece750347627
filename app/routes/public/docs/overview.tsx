import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { Fragment } from "react";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/overview";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { guides } from "./guides.tsx";
import { Prose } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: m.public_docs_api_documentation() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { calls, limits } = await context.get(apiContext)("GET /developer/docs", {});
  const groups = [...new Set(calls.map(({ group }) => group))];
  return {
    limits,
    groups: groups.map((group) => ({ group, calls: calls.filter((call) => call.group === group) })),
  };
}

const rules = ({ callsAMinute, bodyBytes, onPage }: Route.ComponentProps["loaderData"]["limits"]) =>
  [
    [m.public_docs_overview_key(), m.public_docs_rule_key()],
    [m.public_docs_overview_test_mode(), m.public_docs_rule_test_keys()],
    [m.public_docs_overview_idempotency(), m.public_docs_rule_idempotency()],
    [
      m.public_docs_overview_limits(),
      m.public_docs_rule_rate_limit({ calls: formatCount(callsAMinute), size: megabytes(bodyBytes) }),
    ],
    [m.public_docs_overview_lists(), m.public_docs_rule_paging({ most: onPage })],
    [m.public_docs_errors(), m.public_docs_rule_errors()],
  ] as const;

export default function DocsOverview({ loaderData: { groups, limits } }: Route.ComponentProps) {
  return (
    <DocsPage title={m.public_docs_api_documentation()}>
      <section>
        <p>
          <ParaglideMessage
            message={m.public_docs_overview_lead}
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
        <h2>{m.public_docs_overview_conventions_heading()}</h2>
        <dl>
          {rules(limits).map(([term, text]) => (
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
        <h2>{m.public_docs_all_calls()}</h2>
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
