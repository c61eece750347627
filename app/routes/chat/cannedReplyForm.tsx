import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";
import { href } from "react-router";
import { cannedVariables } from "#app/domain/messaging/inboxSettings/words.ts";
import { maxReplyLength } from "#app/domain/messaging/messages/fieldRules.ts";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import { type Assignees, type MacroActions, MacroFields } from "./macroFields.tsx";

/** A canned reply, new or existing. `mayShare`: whether the member may write the team's replies. */
export function CannedReplyForm({
  reply,
  assignees,
  mayShare,
  result,
  children,
}: {
  reply?: { title: string; body: string; isPersonal: boolean; actions: MacroActions | null };
  assignees: Assignees;
  mayShare: boolean;
  result: FormResult;
  children?: ReactNode;
}) {
  const sharing = reply ? (reply.isPersonal ? "personal" : "team") : mayShare ? "team" : "personal";
  return (
    <Card className="max-w-2xl">
      <Form method="post" noValidate className="grid gap-5">
        <ErrorSummary errors={problemsOf(result)} />
        <Field
          {...fieldProps(result, "title", reply?.title ?? "")}
          label={m.common_name()}
          required
          maxLength={60}
        />
        <TextareaField
          {...fieldProps(result, "body", reply?.body ?? "")}
          label={m.common_text()}
          rows={6}
          maxLength={maxReplyLength}
          hint={
            <ParaglideMessage
              message={m.chat_canned_reply_body_hint}
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
          {...fieldProps(result, "sharing", sharing)}
          label={m.chat_visible_to()}
          options={[
            ...(mayShare ? [{ value: "team", label: m.chat_canned_reply_whole_team() }] : []),
            { value: "personal", label: m.chat_canned_reply_only_me() },
          ]}
        />
        <MacroFields actions={reply?.actions ?? null} assignees={assignees} result={result} />
        <FormActions submitLabel={m.common_save()} cancelTo={href("/chat/replies")}>
          {children}
        </FormActions>
      </Form>
    </Card>
  );
}
