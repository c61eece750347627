import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/errors";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { Prose, Sample } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: "Errors – API documentation" }];

export const loader = ({ context }: Route.LoaderArgs) => context.get(apiContext)("GET /developer/docs", {});

const sample = JSON.stringify(
  {
    type: "https://…/developers/docs/errors/contact.bad_phone",
    code: "contact.bad_phone",
    message: "This is not a phone number.",
    param: "to",
    request_id: "0b9c…",
  },
  null,
  2,
);

export default function DocsErrors({ loaderData: { errors } }: Route.ComponentProps) {
  return (
    <DocsPage title="Errors">
      <section>
        <p>Every refusal has one shape. Programs look at the code, people read the message.</p>
        <Sample>{sample}</Sample>
      </section>
      <section>
        <h2>All codes</h2>
        <dl>
          {errors.map(({ code, status, what }) => (
            <div key={code}>
              <dt>
                <a href={`${docsPath}/errors/${code}`}>{code}</a> <small>HTTP {status}</small>
              </dt>
              <dd>
                <Prose text={what} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </DocsPage>
  );
}
