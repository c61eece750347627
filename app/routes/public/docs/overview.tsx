import { Fragment } from "react";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/overview";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { guides } from "./guides.tsx";
import { Prose } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: "API documentation" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { calls } = await context.get(apiContext)("GET /developer/docs", {});
  const groups = [...new Set(calls.map(({ group }) => group))];
  return { groups: groups.map((group) => ({ group, calls: calls.filter((call) => call.group === group) })) };
}

const rules = [
  [
    "Key",
    "Send your key as `Authorization: Bearer <key>`. A key has scopes, may expire, and stops at the next request when it is revoked.",
  ],
  [
    "Test mode",
    "With a test key nothing leaves and nothing is charged. Numbers that end in one of Meta's error codes fail with it: `+254712131026`.",
  ],
  [
    "Repeating",
    "Give every request that writes an `Idempotency-Key`. Repeated with the same key within seven days it is answered as before, with `Idempotent-Replayed: true`, and does nothing twice. Another body with the same key is refused with 409.",
  ],
  [
    "Limits",
    "1,000 calls a minute for an organisation, all keys together. Every answer says what is left: `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`; 429 has `Retry-After`. A body is 1 MB at most.",
  ],
  [
    "Lists",
    "The newest first, `limit` up to 100. Pass `next_cursor` as `cursor` for the next page; at the end it is null.",
  ],
  [
    "Errors",
    "Every refusal has `type` (the address of its page), `code`, `message`, `param` and `request_id`. Programs look at `code`, which does not change.",
  ],
] as const;

export default function DocsOverview({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <DocsPage title="API documentation">
      <section>
        <p>
          Send WhatsApp messages from your own systems, and be told what happens to them. The API takes and
          answers JSON. It is also described as an{" "}
          <a href="/api/developer/openapi.json">OpenAPI 3.1 document</a>, from which clients can be generated.
        </p>
        <ul>
          {guides.map(({ id, title, about }) => (
            <li key={id}>
              <a href={`${docsPath}/guides/${id}`}>{title}</a>: {about}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>What holds for every call</h2>
        <dl>
          {rules.map(([term, text]) => (
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
        <h2>All calls</h2>
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
