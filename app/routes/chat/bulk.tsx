import { href } from "react-router";
import { z } from "zod";
import type { ApiClient, CallOutput } from "#app/api/client.server.ts";
import { conversationIds, labels, ownerId, snoozeTime } from "#app/domain/messaging/conversations/schemas.ts";
import { stateWords } from "#app/domain/messaging/conversations/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldError, fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/bulk";
import { spanWords, untilWords } from "./chatTime.ts";
import { callQuery, readFilters, searchOf } from "./filters.ts";
import { offeredTimes } from "./snoozeWords.server.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("close"), conversationIds }),
  /** `ownUntil` counts more than the offered time. */
  z.object({
    intent: z.literal("snooze"),
    conversationIds,
    until: snoozeTime,
    ownUntil: snoozeTime.optional(),
  }),
  z.object({ intent: z.literal("assign"), conversationIds, memberId: ownerId }),
  z.object({
    intent: z.literal("label"),
    conversationIds,
    labels: labels.refine((list) => list.length > 0, { error: () => m.chat_bulk_labels_required() }),
  }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.chat_bulk_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const [list, choices, snooze] = await Promise.all([
    api("GET /conversations", { ...callQuery(filters), page: query.get("page") ?? "1" }),
    api("GET /conversations/labels", {}),
    api("GET /conversations/snooze", {}),
  ]);
  return {
    list,
    choices,
    snooze: { earliest: snooze.earliest, times: offeredTimes(snooze) },
    back: `${href("/chat")}${searchOf(filters)}`,
  };
}

export const action = formAction(schema, async ({ value, api, form, request }) => {
  const text = await decide(api, value, form);
  const filters = readFilters(new URL(request.url).searchParams);
  const leaves = value.intent === "close" || value.intent === "snooze";
  return done(`${href("/chat")}${leaves ? "" : searchOf(filters)}`, text);
});

async function decide(api: ApiClient, value: z.output<typeof schema>, form: FormData): Promise<string> {
  switch (value.intent) {
    case "close": {
      const { closed } = await api("POST /conversations/close", value);
      return closed === 0
        ? m.chat_bulk_already_closed()
        : m.chat_bulk_closed({
            conversations: counted(m.counts_conversations, closed),
          });
    }
    case "snooze": {
      const until = value.ownUntil ?? value.until;
      const input = { conversationIds: value.conversationIds, until };
      const { snoozed, left, snoozedUntil } = await api("POST /conversations/snooze", input);
      const conversations = counted(m.counts_conversations, snoozed);
      const time = untilWords(snoozedUntil, { now: new Date().toISOString() });
      if (snoozed === 0) return m.chat_bulk_none_snoozed();
      return left > 0
        ? m.chat_bulk_snoozed_except_closed({ conversations, time, left })
        : m.chat_bulk_snoozed({ conversations, time });
    }
    case "assign": {
      const owners = Object.fromEntries(
        value.conversationIds.map((id) => [id, String(form.get(`owner-${id}`) ?? "")]),
      );
      const { assigned, left } = await api("POST /conversations/assign", { ...value, owners });
      const conversations = counted(m.counts_conversations, assigned);
      return left > 0
        ? m.chat_bulk_assigned_except_claimed({ conversations, left })
        : m.chat_bulk_assigned({ conversations });
    }
    case "label": {
      const { labelled } = await api("POST /conversations/label", value);
      return m.chat_bulk_updated({
        conversations: counted(m.counts_conversations, labelled),
      });
    }
  }
}

/**
 * The conversations of the filtered list, page by page, each with a box to exclude it, and the actions on
 * them.
 */
export default function Several({
  loaderData: { list, choices, snooze, back },
  actionData,
}: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const isEmpty = list.conversations.length === 0;
  return (
    <>
      <PageHeader
        title={m.chat_bulk_actions()}
        description={m.chat_bulk_lead()}
        actions={
          <ButtonLink to={back} variant="secondary">
            {m.chat_back_to_chat_link()}
          </ButtonLink>
        }
      />
      <Form method="post" noValidate className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Card title={m.common_conversations()} className="min-w-0">
          <ErrorSummary title={m.common_nothing_was_changed()} errors={problemsOf(result)} />
          {isEmpty ? <p className="text-muted">{m.chat_bulk_list_empty()}</p> : <Rows list={list} />}
        </Card>
        {!isEmpty && (
          <div className="grid gap-6">
            <Card title={m.common_assign()}>
              <div className="grid gap-3">
                <SelectField
                  label={m.chat_bulk_member_id_label()}
                  name="memberId"
                  error={fieldError(result, "memberId")}
                  options={[
                    { value: "", label: m.common_unassigned() },
                    ...choices.team.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
                <p className="hint">{m.chat_bulk_assign_text()}</p>
                <Button name="intent" value="assign" variant="secondary">
                  {m.common_assign()}
                </Button>
              </div>
            </Card>
            <Card title={m.chat_label()}>
              <div className="grid gap-3">
                <Field
                  label={m.chat_bulk_labels_label()}
                  name="labels"
                  autoComplete="off"
                  maxLength={400}
                  hint={m.chat_bulk_labels_hint()}
                  error={fieldError(result, "labels")}
                />
                <Button name="intent" value="label" variant="secondary">
                  {m.chat_bulk_add_labels_button()}
                </Button>
              </div>
            </Card>
            <SnoozeCard snooze={snooze} result={result} />
            <Card title={m.chat_close()}>
              <p className="mb-3">{m.chat_bulk_close_text()}</p>
              <Button name="intent" value="close" variant="danger">
                {m.chat_bulk_close_selected_button()}
              </Button>
            </Card>
          </div>
        )}
      </Form>
      <Pagination page={list.page} pages={list.pages} />
    </>
  );
}

function SnoozeCard({
  snooze,
  result,
}: {
  snooze: Route.ComponentProps["loaderData"]["snooze"];
  result: FormResult;
}) {
  return (
    <Card title={m.chat_snooze()}>
      <div className="grid gap-3">
        <SelectField
          {...fieldProps(result, "until")}
          label={m.chat_snooze_choices_label()}
          options={snooze.times.map(({ value, name, time }) => ({
            value,
            label: m.chat_snooze_choice_with_time({ choice: name, time }),
          }))}
        />
        <Field
          {...fieldProps(result, "ownUntil")}
          label={m.chat_bulk_snooze_own_label()}
          type="datetime-local"
          min={snooze.earliest}
        />
        <p className="hint">{m.chat_bulk_snooze_text()}</p>
        <Button name="intent" value="snooze" variant="secondary">
          {m.chat_bulk_snooze_selected_button()}
        </Button>
      </div>
    </Card>
  );
}

function Rows({ list }: { list: CallOutput<"GET /conversations"> }) {
  return (
    <fieldset id="conversationIds">
      <legend className="sr-only">{m.common_conversations()}</legend>
      {list.conversations.map(({ id, name, state, waitingSince, lastMessage, owner, labels }) => (
        <div key={id}>
          <input type="hidden" name={`owner-${id}`} value={owner?.id ?? ""} />
          <CheckboxField
            name="conversationIds"
            id={id}
            value={id}
            defaultChecked
            label={
              <>
                <strong className="wrap-anywhere">{readablePhone(name)}</strong>
                {" · "}
                {[
                  waitingSince
                    ? m.chat_row_waiting_time({ time: spanWords(waitingSince, list.now) })
                    : stateWords[state].name,
                  ...(owner ? [owner.isYou ? m.chat_yours() : owner.firstName] : []),
                  ...labels,
                ].join(" · ")}
                <span className="hint line-clamp-1">{lastMessage}</span>
              </>
            }
          />
        </div>
      ))}
    </fieldset>
  );
}
