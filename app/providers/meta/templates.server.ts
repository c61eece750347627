import type { TemplateButton, TemplateCard, TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Graph } from "./graph.server.ts";
import { managementCall } from "./managementCall.server.ts";

export interface TemplateNode {
  metaTemplateId: string;
  name: string;
  language: string;
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
  /** Meta's status (facts/whatsapp-cloud-api.md §8.3). */
  status: string;
  parameterFormat: "positional" | "named";
  components: TemplateComponent[];
  /** A reason of §5.4, or null. */
  rejectedReason: string | null;
  qualityScore: string;
  /** The announced new category, or null. */
  correctCategory: TemplateNode["category"] | null;
}

interface RawTemplate {
  id: string;
  name: string;
  language: string;
  category?: string;
  status?: string;
  parameter_format?: string;
  components?: unknown;
  rejected_reason?: string;
  quality_score?: { score?: string };
  correct_category?: string;
}

const fields =
  "id,name,language,status,category,correct_category,components,parameter_format,quality_score,rejected_reason";
const mostPages = 100;

export interface NewTemplate {
  name: string;
  language: string;
  category: TemplateNode["category"];
  parameterFormat: TemplateNode["parameterFormat"];
  components: TemplateComponent[];
  /** Meta's handles of the sample files, by our id of the file. */
  handles: ReadonlyMap<string, string>;
}

/** Submits a template for review (§8.1). The returned status may be PENDING, APPROVED or REJECTED. */
export async function submitTemplate(
  ctx: OrgContext,
  accessToken: string,
  wabaId: string,
  template: NewTemplate,
): Promise<{ metaTemplateId: string; status: string; category: string }> {
  const answer = await managementCall<{ id: string; status?: string; category?: string }>(ctx, {
    method: "POST",
    path: `/${wabaId}/message_templates`,
    body: {
      name: template.name,
      language: template.language,
      category: template.category,
      ...(template.category === "AUTHENTICATION" ? {} : { parameter_format: template.parameterFormat }),
      components: template.components.map((component) => toMeta(component, template)),
    },
    accessToken,
  });
  return {
    metaTemplateId: String(answer.id),
    status: answer.status ?? "PENDING",
    category: answer.category ?? template.category,
  };
}

/**
 * Replaces a template's content and resubmits it; name, language and format stay, and for an approved one the
 * category (§8.1).
 */
export async function editTemplate(
  ctx: OrgContext,
  accessToken: string,
  metaTemplateId: string,
  template: Pick<NewTemplate, "category" | "components" | "handles"> & { keepsCategory: boolean },
): Promise<void> {
  const { category, components, keepsCategory } = template;
  await managementCall(ctx, {
    method: "POST",
    path: `/${metaTemplateId}`,
    body: {
      ...(keepsCategory ? {} : { category }),
      components: components.map((component) => toMeta(component, template)),
    },
    accessToken,
  });
}

/** The text of a one-time code is Meta's: only its options are sent. A sample is sent as Meta's handle. */
function toMeta(component: TemplateComponent, template: Pick<NewTemplate, "category" | "handles">): unknown {
  if (component.type === "HEADER" && component.format !== "TEXT") return headerToMeta(component, template);
  if (component.type === "CAROUSEL")
    return {
      type: "CAROUSEL",
      cards: (component.cards ?? []).map(({ components }) => ({
        components: components.map((part) => toMeta(part, template)),
      })),
    };
  if (component.type === "BUTTONS") return { type: "BUTTONS", buttons: component.buttons.map(buttonToMeta) };
  if (template.category !== "AUTHENTICATION") return component;
  if (component.type === "BODY")
    return { type: "BODY", add_security_recommendation: component.add_security_recommendation ?? false };
  if (component.type === "FOOTER")
    return { type: "FOOTER", code_expiration_minutes: component.code_expiration_minutes };
  return component;
}

function headerToMeta(
  { type, format, example, media_id }: Exclude<TemplateComponent & { type: "HEADER" }, { format: "TEXT" }>,
  { handles }: Pick<NewTemplate, "handles">,
): unknown {
  const handle = media_id === undefined ? undefined : handles.get(media_id);
  const sample = handle === undefined ? example : { header_handle: [handle] };
  return { type, format, ...(sample === undefined ? {} : { example: sample }) };
}

/** The text of a copy button is Meta's. */
const buttonToMeta = (button: TemplateButton): unknown =>
  button.type === "COPY_CODE" ? { type: button.type, example: button.example } : button;

/** The template of exactly this name and language, if Meta has it. Meta's own name filter also finds longer names. */
export async function findTemplate(
  graph: Graph,
  accessToken: string,
  wabaId: string,
  name: string,
  language: string,
): Promise<TemplateNode | undefined> {
  const found = await listTemplates(graph, accessToken, wabaId, { name, language });
  return found.find((template) => template.name === name && template.language === language);
}

/** Every template of a WABA, over all pages. */
export async function listTemplates(
  graph: Graph,
  accessToken: string,
  wabaId: string,
  filter: Record<string, string> = {},
): Promise<TemplateNode[]> {
  const found: TemplateNode[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await graph.call<{
      data: RawTemplate[];
      paging?: { next?: string; cursors?: { after?: string } };
    }>({
      method: "GET",
      path: `/${wabaId}/message_templates`,
      query: { fields, limit: "100", ...filter, ...(after ? { after } : {}) },
      accessToken,
    });
    found.push(...answer.data.map(nodeOf));
    after = answer.paging?.next ? answer.paging.cursors?.after : undefined;
    if (!after) break;
  }
  return found;
}

/** Deletes one language of a template; the name stays blocked for 30 days if it was approved. */
export async function deleteTemplateAtMeta(
  ctx: OrgContext,
  accessToken: string,
  wabaId: string,
  template: { name: string; metaTemplateId: string },
): Promise<void> {
  await managementCall(ctx, {
    method: "DELETE",
    path: `/${wabaId}/message_templates`,
    query: { name: template.name, hsm_id: template.metaTemplateId },
    accessToken,
  });
}

const categories: readonly string[] = ["MARKETING", "UTILITY", "AUTHENTICATION"];
const categoryOf = (text: string | undefined) =>
  (categories.includes(text?.toUpperCase() ?? "")
    ? text?.toUpperCase()
    : "UTILITY") as TemplateNode["category"];

function nodeOf(raw: RawTemplate): TemplateNode {
  const category = categoryOf(raw.category);
  return {
    metaTemplateId: String(raw.id),
    name: raw.name,
    language: raw.language,
    category,
    status: raw.status ?? "PENDING",
    parameterFormat: raw.parameter_format?.toUpperCase() === "NAMED" ? "named" : "positional",
    components: componentsFromMeta(raw.components),
    rejectedReason: raw.rejected_reason && raw.rejected_reason !== "NONE" ? raw.rejected_reason : null,
    qualityScore: raw.quality_score?.score ?? "UNKNOWN",
    correctCategory:
      raw.correct_category && categoryOf(raw.correct_category) !== category
        ? categoryOf(raw.correct_category)
        : null,
  };
}

interface RawComponent {
  type?: string;
  format?: string;
  text?: string;
  example?: unknown;
  buttons?: { type?: string; text?: string; url?: string; otp_type?: string; example?: unknown }[];
  cards?: { components?: unknown }[];
  add_security_recommendation?: boolean;
  code_expiration_minutes?: number;
}

/**
 * Meta's components in our format: types in capitals, the text of one-time codes filled in, OTP buttons
 * recognised even when Meta writes them as links to its code page. For an unknown type only the type is kept.
 */
export function componentsFromMeta(raw: unknown): TemplateComponent[] {
  if (!Array.isArray(raw)) return [];
  return (raw as RawComponent[]).map((component): TemplateComponent => {
    const type = component.type?.toUpperCase() ?? "UNKNOWN";
    if (type === "HEADER") {
      const format = component.format?.toUpperCase() ?? "TEXT";
      return { ...component, type, format } as TemplateComponent;
    }
    if (type === "BODY") {
      const note = component.add_security_recommendation ? " For your security, do not share this code." : "";
      return {
        ...component,
        type,
        text: component.text ?? `*{{1}}* is your verification code.${note}`,
      } as TemplateComponent;
    }
    if (type === "FOOTER") {
      const text =
        component.text ?? `This code expires in ${component.code_expiration_minutes ?? 10} minutes.`;
      return { ...component, type, text } as TemplateComponent;
    }
    if (type === "BUTTONS") return { type, buttons: (component.buttons ?? []).map(buttonOf) };
    if (type === "CAROUSEL" && component.cards && component.cards.length > 0)
      return { type, cards: component.cards.map(cardOf) };
    return { type } as TemplateComponent;
  });
}

const cardOf = ({ components }: { components?: unknown }): TemplateCard => ({
  components: componentsFromMeta(components),
});

function buttonOf(raw: NonNullable<RawComponent["buttons"]>[number]): TemplateButton {
  const type = raw.type?.toUpperCase() ?? "QUICK_REPLY";
  const isOtp = type === "OTP" || raw.url?.startsWith("https://www.whatsapp.com/otp/");
  if (isOtp && type === "OTP" && /^(ONE|ZERO)_TAP$/i.test(raw.otp_type ?? ""))
    return {
      ...raw,
      type,
      otp_type: raw.otp_type?.toUpperCase(),
      text: raw.text ?? "Copy code",
    } as TemplateButton;
  if (isOtp) return { type: "OTP", otp_type: "COPY_CODE", text: raw.text ?? "Copy code" };
  if (type === "COPY_CODE") {
    const example = Array.isArray(raw.example) ? String(raw.example[0] ?? "") : raw.example;
    return {
      type,
      text: raw.text ?? "Copy offer code",
      ...(typeof example === "string" ? { example } : {}),
    };
  }
  return { ...raw, type, text: raw.text ?? type } as TemplateButton;
}
