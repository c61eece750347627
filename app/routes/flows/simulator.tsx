import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type EndReason, endReasons, sessionStatuses } from "#app/domain/flows/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { type FormResult, fieldError } from "#app/web/fields.ts";
import { m } from "#messages";

type Flow = CallOutput<"GET /flows/:flowId">;
type Line = Flow["trial"]["lines"][number];

/** Talks to the draft. Nothing is sent; without script each line is a posted form. */
export function Simulator({
  flow,
  trial,
  titles,
  mayManage,
  result,
}: Pick<Flow, "flow" | "trial" | "titles"> & {
  mayManage: boolean;
  result: FormResult;
}) {
  const last = trial.lines.at(-1);
  return (
    <Card title={m.flows_simulator_title()}>
      <p className="hint mb-3">{m.flows_simulator_text()}</p>
      <ol className="grid gap-2" lang={flow.language} aria-label={m.common_conversation()}>
        {trial.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a conversation only get more
          <Spoken key={index} line={line} />
        ))}
      </ol>
      {!trial.isOver && last?.choices && (
        <Form method="post" className="mt-3 flex flex-wrap gap-2">
          <input type="hidden" name="intent" value="say" />
          {last.choices.titles.map(({ title }) => (
            <Button key={title} variant="secondary" name="message" value={title}>
              {title}
            </Button>
          ))}
        </Form>
      )}
      {!trial.isOver && flow.steps.length > 0 && (
        <Form method="post" className="mt-3 grid gap-3" noValidate>
          <input type="hidden" name="intent" value="say" />
          <Field
            // Emptied by each sent line.
            key={trial.inputs.length}
            label={m.flows_customer_message()}
            name="message"
            maxLength={1000}
            autoComplete="off"
            error={fieldError(result, "message")}
          />
          <p>
            <Button>{m.flows_simulator_send_button()}</Button>
          </p>
        </Form>
      )}
      <Outcome trial={trial} titles={titles} />
      <div className="row-actions mt-3">
        {trial.inputs.length > 0 && (
          <Form method="post">
            <Button variant="quiet" name="intent" value="restart">
              {m.flows_simulator_restart_button()}
            </Button>
          </Form>
        )}
        {mayManage && trial.inputs.length > 0 && (
          <Link className="link min-h-control" to={href("/flows/:flowId/tests/new", { flowId: flow.id })}>
            {m.flows_simulator_save_as_test_link()}
          </Link>
        )}
      </div>
    </Card>
  );
}

function Spoken({ line: { by, text, choices } }: { line: Line }) {
  if (by === "note") return <li className="hint wrap-anywhere">{text}</li>;
  return (
    <li
      className={`max-w-[85%] rounded-lg border border-line px-3 py-2 whitespace-pre-line wrap-anywhere ${by === "customer" ? "justify-self-end bg-brand-soft" : "justify-self-start"}`}
    >
      <span className="sr-only">
        {(by === "customer" ? m.flows_simulator_customer_text : m.flows_simulator_flow_text)({ text })}
      </span>
      <span aria-hidden="true">{text}</span>
      {choices && <span className="hint block">{choices.titles.map(({ title }) => title).join(" · ")}</span>}
    </li>
  );
}

function Outcome({ trial, titles }: Pick<Flow, "trial" | "titles">) {
  const { at, isOver, reason, path, answers, fields, tags, consent } = trial;
  const saved = [
    ...Object.entries(fields).map(([name, value]) => `${name} = ${value}`),
    ...tags.map((tag) => m.flows_simulator_tag({ tag })),
    ...(consent
      ? [consent === "granted" ? m.flows_simulator_opted_in() : m.flows_simulator_opted_out()]
      : []),
  ];
  const status = isOver ? sessionStatuses[at as keyof typeof sessionStatuses] : sessionStatuses.running;
  return (
    <div className="mt-4">
      <DescriptionList
        items={[
          {
            term: m.common_outcome(),
            value: (
              <>
                <Badge tone={status.tone}>{status.label}</Badge>
                {reason && <span className="hint block">{endReasons[reason as EndReason]}</span>}
              </>
            ),
          },
          {
            term: m.common_path(),
            value: path.map((id) => titles[id] ?? id).join(" → ") || m.flows_simulator_no_step_yet(),
          },
          {
            term: m.common_answers(),
            value:
              Object.entries(answers)
                .map(([name, value]) => `${name} = ${value}`)
                .join(", ") || m.common_none(),
          },
          { term: m.flows_simulator_saved(), value: saved.join(", ") || m.flows_simulator_nothing_saved() },
        ]}
      />
    </div>
  );
}
