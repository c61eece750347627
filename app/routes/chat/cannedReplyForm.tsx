import type { SubmissionResult } from "@conform-to/react";
import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";
import { href } from "react-router";
import { cannedVariables } from "#app/domain/messaging/inboxSettings/words.ts";
import { maxReplyLength } from "#app/domain/messaging/messages/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { m } from "#messages";

/** A canned reply, new or existing. `mayShare`: whether the member may write the team's replies. */
export function CannedReplyForm({
  reply,
  mayShare,
  result,
  children,
}: {
  reply?: { title: string; body: string; isPersonal: boolean };
  mayShare: boolean;
  result: SubmissionResult<string[]> | undefined;
  children?: ReactNode;
}) {
  const sharing = reply ? (reply.isPersonal ? "personal" : "team") : mayShare ? "team" : "personal";
  return (
    <Card className="max-w-2xl">
      <Form method="post" noValidate className="grid gap-5">
        <ErrorSummary errors={problemsOf(result)} />
        <Field
          label={m.common_name()}
          name="title"
          required
          maxLength={60}
          defaultValue={typedOr(result, "title", reply?.title ?? "")}
          error={errorAt(result, "title")}
        />
        <TextareaField
          label={m.common_text()}
          name="body"
          required
          rows={6}
          maxLength={maxReplyLength}
          defaultValue={typedOr(result, "body", reply?.body ?? "")}
          error={errorAt(result, "body")}
          hint={
            <ParaglideMessage
              message={m.chat_filled_for_each_customer_a_field}
              markup={{
                cannedVariables: () => (
                  <>
                    {cannedVariables.map(({ name, means }, index) => (
                      <span key={name}>
                        {index > 0 && ", "}
                        <code>{`{{${name}}}`}</code> {means}
                      </span>
                    ))}
                  </>
                ),
                code: ({ children }) => <code>{children}</code>,
              }}
            />
          }
        />
        <RadioGroupField
          label={m.chat_who_has_it()}
          name="sharing"
          defaultValue={typedOr(result, "sharing", sharing)}
          error={errorAt(result, "sharing")}
          options={[
            ...(mayShare ? [{ value: "team", label: m.chat_the_whole_team() }] : []),
            { value: "personal", label: m.chat_you_alone() },
          ]}
        />
        <p className="row-actions">
          <Button>{m.common_save()}</Button>
          <ButtonLink to={href("/chat/replies")} variant="quiet">
            {m.common_go_back()}
          </ButtonLink>
          {children}
        </p>
      </Form>
    </Card>
  );
}
