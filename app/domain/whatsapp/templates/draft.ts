import type { TemplateButton, TemplateCard, TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import type { TemplateDraft } from "./schemas.ts";
import {
  cardPrefix,
  type ParameterFormat,
  variableNamesIn,
  variablesOf,
  withoutVariables,
} from "./variables.ts";

const oneTimeCodeText = "*{{1}}* is your verification code.";
const securityText = " For your security, do not share this code.";
/** Meta's fixed text of a copy button. */
export const copyCodeText = "Copy offer code";

type Draft = Omit<TemplateDraft, "name" | "language" | "whatsappAccountId">;
type SampleOf = (key: string) => string;

/** Named when any variable of header, body or cards has a name (facts/whatsapp-cloud-api.md §8.2). */
export function parameterFormatOf(draft: Pick<Draft, "header" | "body" | "cards">): ParameterFormat {
  const texts = [draft.header, draft.body, ...draft.cards.map(({ body }) => body)];
  return texts.flatMap(variableNamesIn).some((name) => !/^\d+$/.test(name)) ? "named" : "positional";
}

/** A draft's components with its samples. Does not validate: see `problemsOf`. */
export function componentsOf(draft: Draft): TemplateComponent[] {
  if (draft.category === "AUTHENTICATION") return oneTimeCode(draft);
  const named = parameterFormatOf(draft) === "named";
  const sampleOf: SampleOf = (key) => draft.samples.find((sample) => sample.key === key)?.value ?? "";
  const { header, body, footer, buttons, cards } = draft;
  // A carousel has a body before it, and no header, footer or buttons.
  if (cards.length > 0)
    return [
      bodyOf(body, named, sampleOf),
      {
        type: "CAROUSEL",
        cards: cards.map((card, index) => cardOf(draft, card, index, { named, sampleOf })),
      },
    ];
  return [
    ...(draft.headerFormat === "TEXT"
      ? header === ""
        ? []
        : [textHeader(header, named, sampleOf)]
      : [mediaHeader(draft.headerFormat, draft.headerMedia)]),
    bodyOf(body, named, sampleOf),
    ...(footer === "" ? [] : [{ type: "FOOTER" as const, text: footer }]),
    ...buttonsOf(buttons, sampleOf),
  ];
}

function mediaHeader(format: Exclude<Draft["headerFormat"], "TEXT">, mediaId: string): TemplateComponent {
  return {
    type: "HEADER",
    format,
    ...(format === "LOCATION" || mediaId === "" ? {} : { media_id: mediaId }),
  };
}

function textHeader(text: string, named: boolean, sampleOf: SampleOf): TemplateComponent {
  const names = variableNamesIn(text);
  const header = { type: "HEADER", format: "TEXT", text } as const;
  if (names.length === 0) return header;
  return {
    ...header,
    example: named
      ? { header_text_named_params: names.map((name) => ({ param_name: name, example: sampleOf(name) })) }
      : { header_text: names.map((name) => sampleOf(`header:${name}`)) },
  };
}

function bodyOf(text: string, named: boolean, sampleOf: SampleOf): TemplateComponent {
  const names = variableNamesIn(text);
  if (names.length === 0) return { type: "BODY", text };
  return {
    type: "BODY",
    text,
    example: named
      ? { body_text_named_params: names.map((name) => ({ param_name: name, example: sampleOf(name) })) }
      : { body_text: [names.map(sampleOf)] },
  };
}

const buttonsOf = (buttons: Draft["buttons"], sampleOf: SampleOf): TemplateComponent[] =>
  buttons.length === 0
    ? []
    : [
        {
          type: "BUTTONS",
          buttons: buttons.map((button, index) => buttonOf(button, sampleOf(`button:${index}`))),
        },
      ];

function cardOf(
  draft: Draft,
  card: Draft["cards"][number],
  index: number,
  { named, sampleOf }: { named: boolean; sampleOf: SampleOf },
): TemplateCard {
  const inCard: SampleOf = (key) => sampleOf(`${cardPrefix(index)}${key}`);
  return {
    components: [
      mediaHeader(draft.cardFormat, card.media),
      bodyOf(card.body, named, inCard),
      ...buttonsOf(card.buttons, inCard),
    ],
  };
}

function buttonOf(button: Draft["buttons"][number], sample: string): TemplateButton {
  if (button.kind === "QUICK_REPLY") return { type: "QUICK_REPLY", text: button.text };
  if (button.kind === "PHONE_NUMBER")
    return { type: "PHONE_NUMBER", text: button.text, phone_number: button.value };
  if (button.kind === "COPY_CODE") return { type: "COPY_CODE", text: copyCodeText, example: button.value };
  const hasVariable = variableNamesIn(button.value).length > 0;
  return {
    type: "URL",
    text: button.text,
    url: button.value,
    ...(hasVariable ? { example: [withoutVariables(button.value, sample)] } : {}),
  };
}

/**
 * Meta writes a one-time code's text; only the security note, the expiry and the delivery to an app can be
 * chosen.
 */
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
    { type: "BUTTONS", buttons: [otpButton(draft)] },
  ];
}

function otpButton({ otpType, otpPackage, otpSignature, zeroTapAccepted }: Draft): TemplateButton {
  const button = { type: "OTP", otp_type: otpType, text: "Copy code" } as const;
  if (otpType === "COPY_CODE") return button;
  return {
    ...button,
    autofill_text: "Autofill",
    supported_apps: [{ package_name: otpPackage, signature_hash: otpSignature }],
    ...(otpType === "ZERO_TAP" ? { zero_tap_terms_accepted: zeroTapAccepted } : {}),
  };
}

/** The text variables of a draft, which need an example; files and codes have their own fields. */
export const draftVariables = (draft: Draft) =>
  variablesOf(componentsOf(draft)).filter(({ kind, place }) => kind === "text" && !isPlace(place, draft));

const isPlace = (place: string, { headerFormat }: Draft) => place === "header" && headerFormat === "LOCATION";
