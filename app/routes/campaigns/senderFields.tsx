import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";

export interface SenderChoices {
  templates: CallOutput<"GET /templates">["templates"];
  numbers: CallOutput<"GET /whatsapp/numbers">["numbers"];
}

/** The template and the number to send from. */
export function SenderFields({
  templates,
  numbers,
  chosen,
  result,
}: SenderChoices & {
  chosen: { templateId: string; phoneNumberId: string };
  result: FormResult;
}) {
  const sendable = numbers.filter((number) => number.sendable);
  return (
    <>
      <SelectField
        {...fieldProps(result, "templateId", chosen.templateId)}
        label={m.common_template()}
        required
        hint={m.campaigns_sender_template_id_hint()}
        options={[
          { value: "", label: m.campaigns_sender_choose_template() },
          ...templates.map((template) => ({
            value: template.id,
            label: `${template.name} – ${template.type}, ${template.languageName}`,
          })),
        ]}
      />
      <SelectField
        {...fieldProps(result, "phoneNumberId", chosen.phoneNumberId || (sendable[0]?.phoneNumberId ?? ""))}
        label={m.common_send_from()}
        required
        options={sendable.map((number) => ({
          value: number.phoneNumberId,
          label: `${number.displayPhoneNumber}${number.verifiedName ? ` – ${number.verifiedName}` : ""}`,
        }))}
      />
    </>
  );
}

/** What is missing before anything can be sent, or null. */
export function missingSender({ templates, numbers }: SenderChoices) {
  if (numbers.length === 0)
    return (
      <EmptyState
        title={m.common_connect_whatsapp_first()}
        action={<ButtonLink to={href("/whatsapp")}>{m.common_whatsapp_setup()}</ButtonLink>}
      >
        {m.campaigns_sender_empty()}
      </EmptyState>
    );
  if (!numbers.some((number) => number.sendable))
    return (
      <EmptyState
        title={m.campaigns_sender_no_number_title()}
        action={<ButtonLink to={href("/whatsapp")}>{m.common_whatsapp_setup()}</ButtonLink>}
      >
        {m.campaigns_sender_no_number_text()}
      </EmptyState>
    );
  if (templates.length === 0)
    return (
      <EmptyState
        title={m.campaigns_no_approved_template_yet()}
        action={<ButtonLink to={href("/templates")}>{m.common_message_templates()}</ButtonLink>}
      >
        {m.campaigns_sender_no_template_text()}
      </EmptyState>
    );
  return null;
}
