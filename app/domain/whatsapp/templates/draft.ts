import type { TemplateButton, TemplateComponent } from "#app/db/schema/whatsapp.ts";
import type { TemplateDraft } from "./schemas.ts";
import { type ParameterFormat, variableNamesIn, variablesOf, withoutVariables } from "./variables.ts";

const oneTimeCodeText = "*{{1}}* is your verification code.";
const securityText = " For your security, do not share this code.";

type Draft = Pick<
  TemplateDraft,
  "category" | "header" | "body" | "footer" | "buttons" | "samples" | "securityNote" | "codeExpiryMinutes"
>;

/** Named when any variable of header or body has a name (facts/whatsapp-cloud-api.md §8.2). */
export function parameterFormatOf(draft: Pick<Draft, "header" | "body">): ParameterFormat {
  const names = [...variableNamesIn(draft.header), ...variableNamesIn(draft.body)];
  return names.some((name) => !/^\d+$/.test(name)) ? "named" : "positional";
}

/** The components that a draft stands for, with its samples. Nothing is checked here: see `problemsOf`. */
export function componentsOf(draft: Draft): TemplateComponent[] {
  if (draft.category === "AUTHENTICATION") return oneTimeCode(draft);
  const named = parameterFormatOf(draft) === "named";
  const sampleOf = (key: string) => draft.samples.find((sample) => sample.key === key)?.value ?? "";
  const components: TemplateComponent[] = [];
  if (draft.header !== "") {
    const names = variableNamesIn(draft.header);
    components.push({
      type: "HEADER",
      format: "TEXT",
      text: draft.header,
      ...(names.length === 0
        ? {}
        : {
            example: named
              ? {
                  header_text_named_params: names.map((name) => ({
                    param_name: name,
                    example: sampleOf(name),
                  })),
                }
              : { header_text: names.map((name) => sampleOf(`header:${name}`)) },
          }),
    });
  }
  const names = variableNamesIn(draft.body);
  components.push({
    type: "BODY",
    text: draft.body,
    ...(names.length === 0
      ? {}
      : {
          example: named
            ? { body_text_named_params: names.map((name) => ({ param_name: name, example: sampleOf(name) })) }
            : { body_text: [names.map(sampleOf)] },
        }),
  });
  if (draft.footer !== "") components.push({ type: "FOOTER", text: draft.footer });
  if (draft.buttons.length > 0) {
    components.push({
      type: "BUTTONS",
      buttons: draft.buttons.map((button, index) => buttonOf(button, sampleOf(`button:${index}`))),
    });
  }
  return components;
}

function buttonOf(button: Draft["buttons"][number], sample: string): TemplateButton {
  if (button.kind === "QUICK_REPLY") return { type: "QUICK_REPLY", text: button.text };
  if (button.kind === "PHONE_NUMBER")
    return { type: "PHONE_NUMBER", text: button.text, phone_number: button.value };
  const hasVariable = variableNamesIn(button.value).length > 0;
  return {
    type: "URL",
    text: button.text,
    url: button.value,
    ...(hasVariable ? { example: [withoutVariables(button.value, sample)] } : {}),
  };
}

/** Meta fixes the words of a one-time code; only note and expiry can be chosen. */
function oneTimeCode(draft: Draft): TemplateComponent[] {
  return [
    {
      type: "BODY",
      text: `${oneTimeCodeText}${draft.securityNote ? securityText : ""}`,
      add_security_recommendation: draft.securityNote,
      example: { body_text: [["123456"]] },
    },
    ...(draft.codeExpiryMinutes
      ? [
          {
            type: "FOOTER" as const,
            text: `This code expires in ${draft.codeExpiryMinutes} minutes.`,
            code_expiration_minutes: draft.codeExpiryMinutes,
          },
        ]
      : []),
    { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }] },
  ];
}

/** The variables of a draft, for the rows that ask for samples. */
export const draftVariables = (draft: Draft) => variablesOf(componentsOf(draft));
