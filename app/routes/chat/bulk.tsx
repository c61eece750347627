import { href } from "react-router";
import { z } from "zod";
import type { ApiClient, CallOutput } from "#app/api/client.server.ts";
import { conversationIds, labels, ownerId } from "#app/domain/messaging/conversations/schemas.ts";
import { stateWords } from "#app/domain/messaging/conversations/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/bulk";
import { spanWords } from "./chatTime.ts";
import { callQuery, readFilters, searchOf } from "./filters.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("close"), conversationIds }),
  z.object({ intent: z.literal("assign"), conversationIds, memberId: ownerId }),
  z.object({
    intent: z.literal("label"),
    conversationIds,
    labels: labels.refine((list) => list.length > 0, "Write at least one label."),
  }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Several conversations – Chat" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const [list, choices] = await orErrorPage(
    Promise.all([
      api("GET /conversations", { ...callQuery(filters), page: query.get("page") ?? "1" }),
      api("GET /conversations/labels", {}),
    ]),
  );
  return { list, choices, back: `${href("/chat")}${searchOf(filters)}` };
}

export const action = formAction(schema, async ({ value, api, form, request }) => {
  const text = await decide(api, value, form);
  const filters = readFilters(new URL(request.url).searchParams);
  return done(`${href("/chat")}${value.intent === "close" ? "" : searchOf(filters)}`, text);
});

async function decide(api: ApiClient, value: z.output<typeof schema>, form: FormData): Promise<string> {
  switch (value.intent) {
    case "close": {
      const { closed } = await api("POST /conversations/close", value);
      return closed === 0 ? "They are closed already." : `${countOf(closed, "conversation")} closed.`;
    }
    case "assign": {
      const owners = Object.fromEntries(
        value.conversationIds.map((id) => [id, String(form.get(`owner-${id}`) ?? "")]),
      );
      const { assigned, left } = await api("POST /conversations/assign", { ...value, owners });
      const others = left > 0 ? ` ${left} stay with who took them meanwhile.` : "";
      return `${countOf(assigned, "conversation")} handed on.${others}`;
    }
    case "label": {
      const { labelled } = await api("POST /conversations/label", value);
      return `${countOf(labelled, "conversation")} labelled.`;
    }
  }
}

/** The conversations of the filtered list, page by page, each with a box to leave it out, and what can be done to them. */
export default function Several({ loaderData: { list, choices, back }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const isEmpty = list.conversations.length === 0;
  return (
    <>
      <PageHeader
        title="Several conversations"
        description="Leave out what you don’t mean, then say what to do with the rest of this page."
        actions={
          <ButtonLink to={back} variant="secondary">
            Back to the chat
          </ButtonLink>
        }
      />
      <Form method="post" noValidate className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Card title="Conversations" className="min-w-0">
          <ErrorSummary title="Nothing was changed" errors={problemsOf(result)} />
          {isEmpty ? <p className="text-muted">There is nothing in this list.</p> : <Rows list={list} />}
        </Card>
        {!isEmpty && (
          <div className="grid gap-6">
            <Card title="Hand on">
              <div className="grid gap-3">
                <SelectField
                  label="To"
                  name="memberId"
                  error={errorAt(result, "memberId")}
                  options={[
                    { value: "", label: "Nobody" },
                    ...choices.team.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
                <p className="hint">Who takes one meanwhile keeps it.</p>
                <Button name="intent" value="assign" variant="secondary">
                  Hand them on
                </Button>
              </div>
            </Card>
            <Card title="Label">
              <div className="grid gap-3">
                <Field
                  label="Labels to add"
                  name="labels"
                  autoComplete="off"
                  maxLength={400}
                  hint="Separated by commas. Those that they have stay."
                  error={errorAt(result, "labels")}
                />
                <Button name="intent" value="label" variant="secondary">
                  Add labels
                </Button>
              </div>
            </Card>
            <Card title="Close">
              <p className="mb-3">
                They leave the lists of what is to be done, and are read. A new message of the customer opens
                each again.
              </p>
              <Button name="intent" value="close" variant="danger">
                Close those that are ticked
              </Button>
            </Card>
          </div>
        )}
      </Form>
      <Pagination page={list.page} pages={list.pages} />
    </>
  );
}

function Rows({ list }: { list: CallOutput<"GET /conversations"> }) {
  return (
    <fieldset id="conversationIds">
      <legend className="sr-only">Conversations</legend>
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
                <strong className="wrap-anywhere">{readablePhone(name)}</strong>,{" "}
                {stateWords[state].name.toLowerCase()}
                {waitingSince && ` for ${spanWords(waitingSince, list.now)}`}
                {owner && `, ${owner.isYou ? "yours" : owner.firstName}`}
                {labels.length > 0 && `, ${labels.join(", ")}`}
                <span className="hint line-clamp-1">{lastMessage}</span>
              </>
            }
          />
        </div>
      ))}
    </fieldset>
  );
}

export { ScreenError as ErrorBoundary };
