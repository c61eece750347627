import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { ArrowLeft } from "lucide-react";
import { Link, redirect, Form as SearchForm, useNavigation } from "react-router";
import { z } from "zod";
import { submissionKey, templateId, templateValues } from "#app/domain/conversations/schemas.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/chatTemplate";

const schema = z.object({ templateId, key: submissionKey, variables: templateValues });

export const meta: Route.MetaFunction = () => [{ title: "Send a template – Chat" }];

export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const sendable = await orErrorPage(
    context.get(apiContext)("GET /conversations/:conversationId/templates", { conversationId }),
  );
  const chosen = new URL(request.url).searchParams.get("templateId");
  return {
    ...sendable,
    template: sendable.templates.find(({ id }) => id === chosen) ?? null,
    submissionKey: crypto.randomUUID(),
  };
}

export async function action({ request, context, params: { conversationId } }: Route.ActionArgs) {
  const submission = parseWithZod(await request.formData(), { schema });
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("POST /conversations/:conversationId/template", {
      conversationId,
      ...submission.value,
    });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/chat/${conversationId}`, {
    headers: withToast({ kind: "success", text: "The template is on its way." }),
  });
}

export default function ChatTemplate({ loaderData, actionData, params }: Route.ComponentProps) {
  const { contact, templates, template, withheld } = loaderData;
  const back = `/chat/${params.conversationId}`;
  return (
    <section className="h-full overflow-y-auto" aria-label="Send a template">
      <header className="flex items-center gap-3 border-line border-b px-3 py-2">
        <Link to={back} className="icon-button flex-none" aria-label={`Back to ${contact.name}`}>
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
        <h2 className="truncate">Send a template to {contact.name}</h2>
      </header>
      <div className="grid max-w-xl gap-5 p-4 sm:p-6">
        {contact.optedOutAt ? (
          <Notice tone="warn" title="Asked for no more messages">
            This contact gets no templates. You can reply when they write to you.
          </Notice>
        ) : templates.length === 0 ? (
          <EmptyState
            title="No approved template"
            action={<ButtonLink to="/templates">Message Templates</ButtonLink>}
          >
            {withheld > 0
              ? "The approved ones are for marketing, which this contact has not agreed to."
              : "A message outside the 24-hour window is a template that Meta has approved."}
          </EmptyState>
        ) : (
          <>
            <SearchForm className="flex items-end gap-2" preventScrollReset>
              <SelectField
                className="min-w-0 flex-1"
                label="Template"
                name="templateId"
                key={template?.id}
                defaultValue={template?.id ?? ""}
                options={[
                  { value: "", label: "Choose a template" },
                  ...templates.map(({ id, name, language }) => ({
                    value: id,
                    label: `${name} (${language})`,
                  })),
                ]}
                hint={
                  withheld > 0
                    ? `${withheld} for marketing left out: this contact has not agreed to marketing.`
                    : undefined
                }
              />
              <Button variant="secondary" className={withheld > 0 ? "mb-6.5" : ""}>
                Choose
              </Button>
            </SearchForm>
            {template && (
              <ValuesForm
                key={template.id}
                template={template}
                submissionKey={loaderData.submissionKey}
                lastResult={actionData?.result}
                back={back}
              />
            )}
          </>
        )}
      </div>
    </section>
  );
}

type SendableTemplate = Route.ComponentProps["loaderData"]["templates"][number];

function ValuesForm({
  template,
  submissionKey,
  lastResult,
  back,
}: {
  template: SendableTemplate;
  submissionKey: string;
  lastResult: NonNullable<Route.ComponentProps["actionData"]>["result"] | undefined;
  back: string;
}) {
  const [form, fields] = useForm<z.input<typeof schema>>({ id: "template", lastResult });
  const sending = useNavigation().state === "submitting";
  const { preview } = template;
  const given = (fields.variables.initialValue ?? {}) as Record<string, string | undefined>;
  const controls = template.variables.map((variable) => {
    const name = `variables.${variable.key}`;
    return { ...variable, name, id: `value-${variable.key}`, error: form.allErrors[name]?.[0] };
  });
  const problems = [
    ...(form.errors ?? []).map((text) => ({ text })),
    ...controls.flatMap(({ id, label, error }) => (error ? [{ id, text: `${label}: ${error}` }] : [])),
  ];
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <ErrorSummary title="The template was not sent" errors={problems} />
      <figure>
        <figcaption className="label mb-1.5">What the customer gets</figcaption>
        <div className="rounded-2xl rounded-br-sm bg-brand-soft px-3.5 py-2">
          {preview.header?.text && <p className="font-semibold">{preview.header.text}</p>}
          <p className="whitespace-pre-wrap break-words">{preview.body}</p>
          {preview.footer && <p className="mt-1 text-muted text-sm">{preview.footer}</p>}
          {preview.buttons.length > 0 && (
            <p className="mt-2 text-brand text-sm">{preview.buttons.map(({ text }) => text).join(" · ")}</p>
          )}
        </div>
      </figure>
      <input type="hidden" name="key" value={submissionKey} />
      <input type="hidden" name="templateId" value={template.id} />
      {controls.map(({ key, name, id, label, sample, error }) => (
        <Field
          key={key}
          id={id}
          name={name}
          label={label}
          hint={sample ? `For example: ${sample}` : undefined}
          defaultValue={given[key] ?? ""}
          error={error}
          maxLength={1024}
          autoComplete="off"
          required
        />
      ))}
      <p className="flex flex-wrap gap-2">
        <Button disabled={sending}>{sending ? "Sending…" : "Send template"}</Button>
        <ButtonLink to={back} variant="quiet">
          Cancel
        </ButtonLink>
      </p>
    </Form>
  );
}

export { ScreenError as ErrorBoundary };
