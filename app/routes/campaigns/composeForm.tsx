import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { isFile } from "#app/routes/templates/mediaField.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, EmptyState } from "#app/ui/page.tsx";
import { type FormResult, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { m } from "#messages";
import { AudienceCard } from "./audienceCard.tsx";
import type { Composed, loadChoices } from "./composed.server.ts";
import { CountCard } from "./countCard.tsx";
import { MessageFields } from "./messageFields.tsx";
import { MessagePreview } from "./messagePreview.tsx";
import { TimeCard } from "./timeCard.tsx";
import { useComposed } from "./useComposed.ts";

export type Choices = Awaited<ReturnType<typeof loadChoices>>;
type StoredDraft = NonNullable<CallOutput<"POST /campaigns/compose">["draft"]>;

export interface ComposeProps {
  choices: Choices;
  missing: { title: string; text: string; link: { to: string; label: string } } | null;
  composed: Composed;
  /** The stored draft; its time as the field of a day and time shows it. */
  draft?: Omit<StoredDraft, "audience">;
  /** The name of a quick broadcast, which is sent at once. */
  quickName?: string;
  /** The earliest time of sending. */
  earliest?: string;
  /** Of a form without a draft. */
  formKey?: string;
  answer: { result?: FormResult; composed?: Composed | undefined } | undefined;
  cancelTo: string;
}

/** The form of a campaign, unless something is missing before anything can be sent. */
export const ComposeForm = ({ missing, ...props }: ComposeProps) =>
  missing ? (
    <EmptyState
      title={missing.title}
      action={<ButtonLink to={missing.link.to}>{missing.link.label}</ButtonLink>}
    >
      {missing.text}
    </EmptyState>
  ) : (
    <Fields {...props} />
  );

/** Message, audience and time, each next to what follows from it. */
function Fields({ choices, composed, draft, formKey, ...props }: Omit<ComposeProps, "missing">) {
  const answer = useLastAnswer(props.answer);
  const result = answer?.result;
  const { shown, isStale, follow, cancel } = useComposed(composed, answer);
  const isBusy = useNavigation().state === "submitting";
  const { template } = shown;
  const hasFiles = shown.template?.variables.some(isFile) ?? false;
  return (
    <Form
      method="post"
      noValidate
      {...(hasFiles ? { encType: "multipart/form-data" as const } : {})}
      className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]"
      onChange={({ currentTarget, target }) =>
        follow(currentTarget as HTMLFormElement, target as unknown as HTMLInputElement)
      }
      onSubmit={cancel}
    >
      {/* Enter presses the first button. */}
      <Button className="sr-only" tabIndex={-1} name="intent" value="review" aria-hidden="true">
        {m.campaigns_review_button()}
      </Button>
      <div className="lg:col-span-2 empty:hidden">
        <ErrorSummary errors={problemsIn(result, shown)} />
      </div>
      {formKey && <input type="hidden" name="key" value={fieldValue(result, "key", formKey)} />}
      <div id="message" className="scroll-mt-24">
        <Card title={m.common_message()}>
          <MessageFields {...{ choices, shown, draft, result }} quickName={props.quickName} />
        </Card>
      </div>
      <SideColumn>{shown.preview && <MessagePreview preview={shown.preview} />}</SideColumn>
      <div id="audience" className="scroll-mt-24">
        <AudienceCard {...{ choices, shown, draft, result, isStale }} />
      </div>
      <SideColumn>
        <CountCard counted={shown.counted} isStale={isStale} hasTemplate={template !== null} />
      </SideColumn>
      <div className="grid gap-6">
        {props.earliest !== undefined && (
          <div id="time" className="scroll-mt-24">
            <TimeCard draft={draft} quiet={choices.quiet} earliest={props.earliest} result={result} />
          </div>
        )}
        <p className="row-actions form-foot">
          <Button name="intent" value="review" disabled={isBusy}>
            {m.campaigns_review_button()}
          </Button>
          <Button variant="secondary" name="intent" value="save" disabled={isBusy}>
            {m.common_save_draft()}
          </Button>
          <ButtonLink variant="quiet" to={props.cancelTo}>
            {m.common_cancel()}
          </ButtonLink>
        </p>
      </div>
    </Form>
  );
}

/** What follows from the card at its left, in view as long as that card is. */
const SideColumn = ({ children }: { children: ReactNode }) => (
  <div className="empty:hidden lg:self-stretch">
    {children && (
      <div className="lg:sticky lg:top-24" aria-live="polite">
        {children}
      </div>
    )}
  </div>
);

/** The errors; those of a variable name it. */
const problemsIn = (result: FormResult, { template }: Composed) =>
  problemsOf(result).map(({ id, text }) => {
    const variable = template?.variables[Number(/^variables\[(\d+)\]/.exec(id ?? "")?.[1])];
    return {
      ...(id ? { id } : {}),
      text: variable ? m.common_labelled({ label: variable.label, value: text }) : text,
    };
  });
