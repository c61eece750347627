import type { ReactNode } from "react";
import { type FormResult, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { Button, ButtonLink } from "./button.tsx";
import { ErrorSummary, Form } from "./form.tsx";
import { Card, PageHeader } from "./page.tsx";
import { refusalTitle } from "./refusalTitle.ts";

interface Confirmation {
  /** The form's result: a refusal is shown above the question. */
  answer: { result: NonNullable<FormResult> } | undefined;
  /** The button's verb. `intent` when the page has several actions. */
  confirm: { label: string; intent?: string; harmless?: boolean };
  /** The cancel link. */
  keep: { label: string; to: string };
  /** Field ids that differ from their names (`problemsOf`). */
  idOf?: (name: string) => string;
  /** The consequences, and the required fields. */
  children: ReactNode;
}

/** The page that confirms an action that cannot be undone. */
export function ConfirmPage({ title, ...confirmation }: Confirmation & { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card className="max-w-2xl">
        <ConfirmForm {...confirmation} />
      </Card>
    </>
  );
}

/** The same question inside an existing frame, as in a window over the page. */
export function ConfirmForm({ answer, confirm, keep, idOf, children }: Confirmation) {
  const result = useLastAnswer(answer)?.result;
  const problems = problemsOf(result, idOf);
  const title = problems.some(({ id }) => id) ? undefined : refusalTitle(undefined);
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary errors={problems} {...(title && { title })} />
      {children}
      <p className="row-actions form-foot">
        <Button
          variant={confirm.harmless ? "primary" : "danger"}
          {...(confirm.intent && { name: "intent", value: confirm.intent })}
        >
          {confirm.label}
        </Button>
        <ButtonLink variant="quiet" to={keep.to}>
          {keep.label}
        </ButtonLink>
      </p>
    </Form>
  );
}
