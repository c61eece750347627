import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import {
  frequencyCap,
  quietHours,
  testNumberName,
  testPhone,
} from "#app/domain/messaging/campaigns/schemas.ts";
import { asClock, quietZones } from "#app/domain/messaging/campaigns/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf, resultOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/sending";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("quiet"), keeps: z.literal("on"), ...quietHours.shape }),
  z.object({ intent: z.literal("no-quiet") }),
  z.object({ intent: z.literal("cap"), limits: z.literal("on"), ...frequencyCap.shape }),
  z.object({ intent: z.literal("no-cap") }),
  z.object({ intent: z.literal("add"), phone: testPhone, name: testNumberName }),
  z.object({ intent: z.literal("remove"), number: testPhone }),
]);

/** Without their tick the quiet hours and the limit are off, whatever stands in their fields. */
const form = z.preprocess((fields) => {
  const given = fields as Record<string, unknown>;
  if (given.intent === "cap" && given.limits !== "on") return { intent: "no-cap" };
  return given.intent === "quiet" && given.keeps !== "on" ? { intent: "no-quiet" } : given;
}, schema);

export const meta: Route.MetaFunction = () => [{ title: m.organisation_sending_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await pageApi(context)("GET /sending", {});
  return { ...settings, mayAct: may(context.get(userContext), "sending.manage") };
}

export const action = formAction(form, async ({ value, api }) => {
  const saved = (text: string) => done(href("/settings/sending"), text);
  switch (value.intent) {
    case "quiet": {
      const { from, to, zone } = value;
      await api("PUT /sending/quiet-hours", { quiet: { from, to, zone } });
      return saved(m.organisation_sending_quiet_hours_saved());
    }
    case "no-quiet":
      await api("PUT /sending/quiet-hours", { quiet: null });
      return saved(m.organisation_sending_quiet_hours_removed());
    case "cap": {
      const { messages, days } = value;
      await api("PUT /sending/frequency-cap", { cap: { messages, days } });
      return saved(m.organisation_sending_cap_saved());
    }
    case "no-cap":
      await api("PUT /sending/frequency-cap", { cap: null });
      return saved(m.organisation_sending_cap_removed());
    case "add":
      await api("POST /sending/test-numbers", { phone: value.phone, name: value.name });
      return saved(m.organisation_sending_test_number_added());
    case "remove":
      await api("POST /sending/test-numbers/remove", { phone: value.number });
      return saved(m.organisation_sending_test_number_removed());
  }
});

type Settings = CallOutput<"GET /sending">;
type Result = ReturnType<typeof useLastAnswer<Route.ComponentProps["actionData"]>>;

export default function SendingSettings({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { mayAct } = loaderData;
  return (
    <div className="max-w-3xl">
      <PageHeader title={m.organisation_sending()} description={m.organisation_sending_lead()} />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(answer?.result)} />
        <QuietCard quiet={loaderData.quiet} mayAct={mayAct} answer={answer} />
        <CapCard cap={loaderData.cap} mayAct={mayAct} answer={answer} />
        <TestNumbersCard testNumbers={loaderData.testNumbers} mayAct={mayAct} answer={answer} />
        {!mayAct && <p className="hint">{m.organisation_managers_only_text()}</p>}
      </div>
    </div>
  );
}

function QuietCard({ quiet, mayAct, answer }: { quiet: Settings["quiet"]; mayAct: boolean; answer: Result }) {
  const result = answer?.result;
  const typed = resultOf(result, "quiet");
  return (
    <Card title={m.common_quiet_hours()}>
      <Form method="post" noValidate>
        <fieldset disabled={!mayAct} className="grid gap-4">
          <legend className="sr-only">{m.common_quiet_hours()}</legend>
          <CheckboxField
            label={m.organisation_sending_keeps_label()}
            name="keeps"
            value="on"
            defaultChecked={typed ? true : quiet !== null}
            hint={m.organisation_sending_quiet_hours_hint()}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              {...fieldProps(typed, "from", asClock(quiet?.from ?? 21 * 60))}
              label={m.organisation_sending_from_label()}
              type="time"
            />
            <Field
              {...fieldProps(typed, "to", asClock(quiet?.to ?? 7 * 60))}
              label={m.organisation_sending_to_label()}
              type="time"
            />
          </div>
          <SelectField
            {...fieldProps(typed, "zone", quiet?.zone ?? quietZones[0])}
            label={m.organisation_sending_zone_label()}
            options={quietZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          />
          {mayAct && (
            <p>
              <Button name="intent" value="quiet">
                {m.organisation_sending_save_quiet_hours()}
              </Button>
            </p>
          )}
        </fieldset>
      </Form>
    </Card>
  );
}

/** What a new limit begins with. */
const firstCap = { messages: 3, days: 7 };

function CapCard({ cap, mayAct, answer }: { cap: Settings["cap"]; mayAct: boolean; answer: Result }) {
  const typed = resultOf(answer?.result, "cap");
  return (
    <Card title={m.organisation_sending_cap_title()}>
      <Form method="post" noValidate>
        <fieldset disabled={!mayAct} className="grid gap-4">
          <legend className="sr-only">{m.organisation_sending_cap_title()}</legend>
          <CheckboxField
            label={m.organisation_sending_cap_label()}
            name="limits"
            value="on"
            defaultChecked={typed ? true : cap !== null}
            hint={m.organisation_sending_cap_hint()}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              {...fieldProps(typed, "messages", String(cap?.messages ?? firstCap.messages))}
              label={m.organisation_sending_cap_messages()}
              inputMode="numeric"
            />
            <Field
              {...fieldProps(typed, "days", String(cap?.days ?? firstCap.days))}
              label={m.organisation_sending_cap_days()}
              inputMode="numeric"
            />
          </div>
          {mayAct && (
            <p>
              <Button name="intent" value="cap">
                {m.organisation_sending_cap_save()}
              </Button>
            </p>
          )}
        </fieldset>
      </Form>
    </Card>
  );
}

function TestNumbersCard({
  testNumbers,
  mayAct,
  answer,
}: {
  testNumbers: Settings["testNumbers"];
  mayAct: boolean;
  answer: Result;
}) {
  const result = answer?.result;
  const typed = resultOf(result, "add");
  return (
    <Card title={m.organisation_sending_test_numbers_title()}>
      <p className="mb-4 text-muted">{m.organisation_sending_test_numbers_text()}</p>
      {testNumbers.length > 0 && (
        <ul className="mb-5 divide-y divide-line">
          {testNumbers.map(({ phone, name }) => (
            <li key={phone} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="min-w-0 wrap-anywhere">
                <Phone value={phone} /> {name}
              </span>
              {mayAct && (
                <Form method="post">
                  <input type="hidden" name="number" value={phone} />
                  <Button name="intent" value="remove" variant="danger-quiet">
                    {m.common_remove()}
                    <span className="sr-only"> {phone}</span>
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAct && (
        <Form method="post" noValidate renews className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              {...fieldProps(typed, "phone")}
              label={m.common_phone_number()}
              type="tel"
              autoComplete="off"
              required
              maxLength={40}
            />
            <Field {...fieldProps(typed, "name")} label={m.common_name()} autoComplete="off" maxLength={60} />
          </div>
          <p>
            <Button name="intent" value="add" variant="secondary">
              {m.organisation_sending_add_test_number()}
            </Button>
          </p>
        </Form>
      )}
    </Card>
  );
}
