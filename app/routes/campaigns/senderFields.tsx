import type { SubmissionResult } from "@conform-to/react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";

export interface SenderChoices {
  templates: CallOutput<"GET /templates">["templates"];
  numbers: CallOutput<"GET /whatsapp/numbers">["numbers"];
}

/** Which template is sent from which number. */
export function SenderFields({
  templates,
  numbers,
  chosen,
  result,
}: SenderChoices & {
  chosen: { templateId: string; phoneNumberId: string };
  result: SubmissionResult<string[]> | undefined;
}) {
  const sendable = numbers.filter((number) => number.sendable);
  return (
    <>
      <SelectField
        label="Template"
        name="templateId"
        required
        defaultValue={typedOr(result, "templateId", chosen.templateId)}
        error={errorAt(result, "templateId")}
        hint="Only templates that WhatsApp approved are listed."
        options={[
          { value: "", label: "Choose a template" },
          ...templates.map((template) => ({
            value: template.id,
            label: `${template.name} – ${template.type}, ${template.languageName}`,
          })),
        ]}
      />
      <SelectField
        label="Send from"
        name="phoneNumberId"
        required
        defaultValue={typedOr(
          result,
          "phoneNumberId",
          chosen.phoneNumberId || (sendable[0]?.phoneNumberId ?? ""),
        )}
        error={errorAt(result, "phoneNumberId")}
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
        title="Connect WhatsApp first"
        action={<ButtonLink to={href("/whatsapp")}>WhatsApp Setup</ButtonLink>}
      >
        A campaign is sent from your own WhatsApp number. Connecting it takes a few minutes.
      </EmptyState>
    );
  if (!numbers.some((number) => number.sendable))
    return (
      <EmptyState
        title="No number can send at the moment"
        action={<ButtonLink to={href("/whatsapp")}>WhatsApp Setup</ButtonLink>}
      >
        WhatsApp Setup shows what is wrong with the connection and how to fix it.
      </EmptyState>
    );
  if (templates.length === 0)
    return (
      <EmptyState
        title="No approved template yet"
        action={<ButtonLink to={href("/templates")}>Message Templates</ButtonLink>}
      >
        Businesses start conversations with templates that WhatsApp has approved. Create one and submit it;
        the approval often takes minutes.
      </EmptyState>
    );
  return null;
}
