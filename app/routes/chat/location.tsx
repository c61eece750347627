import { href } from "react-router";
import { locationToSend, submissionKey } from "#app/domain/messaging/conversations/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/location";
import { BesideConversation } from "./beside.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Send a place – Chat" }];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  await orErrorPage(context.get(apiContext)("GET /conversations/:conversationId", { conversationId }));
  return { submissionKey: crypto.randomUUID() };
}

export const action = formAction(
  locationToSend.extend({ key: submissionKey }),
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    await api("POST /conversations/:conversationId/location", { conversationId, ...value });
    return done(href("/chat/:conversationId", { conversationId }), "The place is on its way.");
  },
);

export default function SendPlace({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const back = href("/chat/:conversationId", params);
  const field = (name: string) => ({
    name,
    defaultValue: typedOr(result, name, ""),
    error: errorAt(result, name),
    autoComplete: "off",
  });
  return (
    <BesideConversation title="Send a place" back={back}>
      <Form method="post" className="grid gap-5" noValidate>
        <ErrorSummary title="The place was not sent" errors={problemsOf(result)} />
        <input type="hidden" name="key" value={typedOr(result, "key", loaderData.submissionKey)} />
        <Field label="Latitude" required inputMode="decimal" hint="Such as -1.2864" {...field("latitude")} />
        <Field
          label="Longitude"
          required
          inputMode="decimal"
          hint="Such as 36.8172"
          {...field("longitude")}
        />
        <Field label="Name" hint="Such as the name of your shop" {...field("name")} />
        <Field label="Address" {...field("address")} />
        <p className="row-actions">
          <Button>Send the place</Button>
          <ButtonLink to={back} variant="quiet">
            Cancel
          </ButtonLink>
        </p>
      </Form>
    </BesideConversation>
  );
}

export { ScreenError as ErrorBoundary };
