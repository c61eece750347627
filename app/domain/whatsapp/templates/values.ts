import type { TemplateButton, TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import type { TemplateDraft } from "./schemas.ts";
import { mediaFormatOf, variablesOf } from "./variables.ts";
import {
  type ButtonKind,
  buttonKinds,
  cardFormats,
  categoryWords,
  type HeaderFormat,
  headerFormats,
  otpTypes,
  type TemplateCategory,
} from "./words.ts";

export interface ButtonValues {
  kind: ButtonKind;
  text: string;
  value: string;
}

/** The form's fields. */
export interface DraftValues {
  whatsappAccountId: string;
  name: string;
  category: TemplateCategory;
  language: string;
  headerFormat: HeaderFormat;
  header: string;
  headerMedia: string;
  body: string;
  footer: string;
  buttons: ButtonValues[];
  cardFormat: "IMAGE" | "VIDEO";
  cards: { media: string; body: string; buttons: ButtonValues[] }[];
  samples: { key: string; value: string }[];
  securityNote: string;
  codeExpiryMinutes: string;
  otpType: "COPY_CODE" | "ONE_TAP" | "ZERO_TAP";
  otpPackage: string;
  otpSignature: string;
  zeroTapAccepted: string;
}

export const emptyDraft: DraftValues = {
  whatsappAccountId: "",
  name: "",
  category: "MARKETING",
  language: "en",
  headerFormat: "TEXT",
  header: "",
  headerMedia: "",
  body: "",
  footer: "",
  buttons: [],
  cardFormat: "IMAGE",
  cards: [],
  samples: [],
  securityNote: "",
  codeExpiryMinutes: "",
  otpType: "COPY_CODE",
  otpPackage: "",
  otpSignature: "",
  zeroTapAccepted: "",
};

/** An existing template as form values. Parts that the form does not have are left out. */
export function draftFromTemplate(template: {
  name: string;
  category: TemplateCategory;
  language: string;
  components: readonly TemplateComponent[];
}): DraftValues {
  const { name, category, components } = template;
  const draft: DraftValues = {
    ...emptyDraft,
    name,
    category,
    language: template.language,
    samples: variablesOf(components)
      .filter(({ kind }) => kind === "text")
      .map(({ key, sample }) => ({ key, value: sample })),
  };
  for (const component of components) Object.assign(draft, partValues(component));
  return category === "AUTHENTICATION" ? { ...draft, body: "", footer: "", buttons: [], samples: [] } : draft;
}

/** The form values of one component. */
function partValues(component: TemplateComponent): Partial<DraftValues> {
  switch (component.type) {
    case "HEADER":
      return headerValues(component);
    case "BODY":
      return {
        body: component.text,
        ...(component.add_security_recommendation ? { securityNote: "on" } : {}),
      };
    case "FOOTER":
      return {
        footer: component.text,
        codeExpiryMinutes: String(component.code_expiration_minutes ?? ""),
      };
    case "BUTTONS":
      return { buttons: buttonValues(component.buttons), ...otpValues(component.buttons) };
    case "CAROUSEL":
      return carouselValues(component.cards ?? []);
    default:
      return {};
  }
}

function headerValues(header: TemplateComponent & { type: "HEADER" }): Partial<DraftValues> {
  if (header.format === "TEXT") return { header: header.text };
  if (header.format === "LOCATION") return { headerFormat: "LOCATION" };
  const format = mediaFormatOf(header.format);
  return format ? { headerFormat: format, headerMedia: header.media_id ?? "" } : {};
}

const buttonValues = (buttons: readonly TemplateButton[]): ButtonValues[] =>
  buttons.flatMap((button) => {
    if (button.type === "QUICK_REPLY") return { kind: button.type, text: button.text, value: "" };
    if (button.type === "URL") return { kind: button.type, text: button.text, value: button.url };
    if (button.type === "PHONE_NUMBER")
      return { kind: button.type, text: button.text, value: button.phone_number };
    if (button.type === "COPY_CODE") return { kind: button.type, text: "", value: button.example ?? "" };
    return [];
  });

function otpValues(buttons: readonly TemplateButton[]): Partial<DraftValues> {
  const otp = buttons.find((button) => button.type === "OTP");
  if (!otp) return {};
  const [app] = otp.supported_apps ?? [];
  return {
    otpType: otp.otp_type,
    otpPackage: app?.package_name ?? "",
    otpSignature: app?.signature_hash ?? "",
    zeroTapAccepted: otp.zero_tap_terms_accepted ? "on" : "",
  };
}

function carouselValues(cards: readonly { components: TemplateComponent[] }[]): Partial<DraftValues> {
  const values = cards.map(
    ({ components }) => Object.assign({}, ...components.map(partValues)) as Partial<DraftValues>,
  );
  return {
    cardFormat: values[0]?.headerFormat === "VIDEO" ? "VIDEO" : "IMAGE",
    cards: values.map(({ headerMedia = "", body = "", buttons = [] }) => ({
      media: headerMedia,
      body,
      buttons,
    })),
  };
}

const textOf = (value: unknown) =>
  typeof value === "string" ? value.replaceAll("\r\n", "\n").slice(0, 10_000) : "";
const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && typeof item === "object").slice(0, 200) : [];
const oneOf = <T extends string>(known: Record<T, string>, value: unknown, otherwise: T): T =>
  typeof value === "string" && value in known ? (value as T) : otherwise;

const readButton = (value: Record<string, unknown>): ButtonValues => ({
  kind: oneOf(buttonKinds, value.kind, "QUICK_REPLY"),
  text: textOf(value.text),
  value: textOf(value.value),
});

/** Form values of a posted form of any shape; not validated. */
export function readValues(posted: unknown): DraftValues {
  const form = (posted ?? {}) as Record<string, unknown>;
  const texts = Object.fromEntries(
    Object.keys(emptyDraft).map((name) => [name, textOf(form[name])]),
  ) as unknown as DraftValues;
  return {
    ...texts,
    category: oneOf(categoryWords, form.category, "MARKETING"),
    headerFormat: oneOf(headerFormats, form.headerFormat, "TEXT"),
    cardFormat: oneOf(cardFormats, form.cardFormat, "IMAGE"),
    otpType: oneOf(otpTypes, form.otpType, "COPY_CODE"),
    buttons: listOf(form.buttons).map(readButton),
    cards: listOf(form.cards).map((card) => ({
      media: textOf(card.media),
      body: textOf(card.body),
      buttons: listOf(card.buttons).map(readButton),
    })),
    samples: listOf(form.samples).map((sample) => ({ key: textOf(sample.key), value: textOf(sample.value) })),
  };
}

/** The draft of an unfinished form, for its preview. */
export function draftOfValues(values: DraftValues): TemplateDraft {
  const minutes = Number(values.codeExpiryMinutes.trim());
  const trimmed = (button: ButtonValues) => ({
    ...button,
    text: button.text.trim(),
    value: button.value.trim(),
  });
  return {
    ...values,
    whatsappAccountId: undefined,
    name: values.name.trim(),
    language: values.language,
    header: values.header.trim(),
    body: values.body.trim(),
    footer: values.footer.trim(),
    buttons: values.buttons.map(trimmed),
    cards: values.cards.map((card) => ({
      media: card.media,
      body: card.body.trim(),
      buttons: card.buttons.map(trimmed) as TemplateDraft["cards"][number]["buttons"],
    })),
    securityNote: values.securityNote === "on",
    zeroTapAccepted: values.zeroTapAccepted === "on",
    codeExpiryMinutes: Number.isInteger(minutes) && minutes > 0 ? minutes : undefined,
  };
}

const newButton: ButtonValues = { kind: "QUICK_REPLY", text: "", value: "" };
const newCard = { media: "", body: "", buttons: [newButton] };

/**
 * The form with a row added or removed: `addButton`, `removeButton:1`, `addCard`, `removeCard:0`,
 * `addCardButton:0`, `removeCardButton:0:1`.
 */
export function withRow(values: DraftValues, change: string): DraftValues {
  const [deed, first = "", second = ""] = change.split(":");
  const at = Number(first);
  const without = <T>(list: readonly T[], index: number) => list.filter((_, place) => place !== index);
  const inCard = (buttons: (now: ButtonValues[]) => ButtonValues[]) =>
    values.cards.map((card, index) => (index === at ? { ...card, buttons: buttons(card.buttons) } : card));
  switch (deed) {
    case "addButton":
      return { ...values, buttons: [...values.buttons, newButton].slice(0, 10) };
    case "removeButton":
      return { ...values, buttons: without(values.buttons, at) };
    case "addCard": {
      const last = values.cards.at(-1);
      const card = last
        ? { ...newCard, buttons: last.buttons.map(({ kind }) => ({ ...newButton, kind })) }
        : newCard;
      return { ...values, cards: [...values.cards, card].slice(0, 10) };
    }
    case "removeCard":
      return { ...values, cards: without(values.cards, at), samples: withoutCard(values.samples, at) };
    case "addCardButton":
      return { ...values, cards: inCard((buttons) => [...buttons, newButton].slice(0, 2)) };
    case "removeCardButton":
      return { ...values, cards: inCard((buttons) => without(buttons, Number(second))) };
    default:
      return values;
  }
}

/** Removes a card's examples and renumbers those of later cards. */
const withoutCard = (samples: DraftValues["samples"], card: number): DraftValues["samples"] =>
  samples.flatMap((sample) => {
    const [, number, key] = /^card:(\d+):(.*)$/.exec(sample.key) ?? [];
    if (number === undefined || Number(number) < card) return [sample];
    return Number(number) === card ? [] : [{ ...sample, key: `card:${Number(number) - 1}:${key}` }];
  });
