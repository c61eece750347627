import type { CallOutput } from "#app/api/client.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/call";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { Prose, Sample } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.call.title} – API documentation` : "API documentation" },
];

export const loader = ({ context, params: { callId } }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /developer/docs/call", { name: callId }));

const languages = { curl: "curl", javascript: "JavaScript", python: "Python" } as const;

export default function DocsCall({ loaderData: { call } }: Route.ComponentProps) {
  return (
    <DocsPage title={call.title}>
      <section>
        <p>
          <code>
            {call.method} {call.path}
          </code>
        </p>
        <p>
          <Prose text={call.description} />
        </p>
        <p>
          Scope <code>{call.scope}</code>.{" "}
          {call.inTestMode ? "Works with a test key too." : "Needs a live key."}
        </p>
      </section>
      <section>
        <h2>Fields</h2>
        <Fields fields={call.fields} empty="This call takes none." />
      </section>
      <section>
        <h2>Examples</h2>
        {(Object.keys(languages) as (keyof typeof languages)[]).map((language) => (
          <div key={language} id={language}>
            <h3>{languages[language]}</h3>
            <Sample>{call.examples[language]}</Sample>
          </div>
        ))}
      </section>
      <section>
        <h2>Answer</h2>
        <p>
          HTTP {call.status}
          {call.answer.name && `: ${call.answer.name}`}
        </p>
        <Fields fields={call.answer.fields} empty="Nothing." />
      </section>
      <section>
        <h2>Errors</h2>
        <p>
          Besides <a href={`${docsPath}/errors`}>those that every call may answer</a>:
        </p>
        {call.errors.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul>
            {call.errors.map((code) => (
              <li key={code}>
                <a href={`${docsPath}/errors/${code}`}>{code}</a>
              </li>
            ))}
          </ul>
        )}
      </section>
    </DocsPage>
  );
}

type Field = CallOutput<"GET /developer/docs/call">["call"]["fields"][number];

function Fields({ fields, empty }: { fields: Field[]; empty: string }) {
  if (fields.length === 0) return <p>{empty}</p>;
  return (
    <dl>
      {fields.map(({ name, type, required, description }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <small>{required ? type : `${type}, optional`}</small>
          </dt>
          {description && (
            <dd>
              <Prose text={description} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
