import type { TemplateButton, TemplateComponent } from "#app/db/schema/whatsapp.ts";
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
}

const fields = "id,name,language,status,category,components,parameter_format,quality_score,rejected_reason";
const mostPages = 100;

export interface NewTemplate {
  name: string;
  language: string;
  category: TemplateNode["category"];
  parameterFormat: TemplateNode["parameterFormat"];
  components: TemplateComponent[];
}

/** Submits a template for review (§8.1). The answer's status may be PENDING, APPROVED or REJECTED. */
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
      components: template.components.map((component) => toMeta(component, template.category)),
    },
    accessToken,
  });
  return {
    metaTemplateId: String(answer.id),
    status: answer.status ?? "PENDING",
    category: answer.category ?? template.category,
  };
}

/** Replaces what a rejected template says and submits it again; name, language and format stay (§8.1). */
export async function editTemplate(
  ctx: OrgContext,
  accessToken: string,
  metaTemplateId: string,
  { category, components }: Pick<NewTemplate, "category" | "components">,
): Promise<void> {
  await managementCall(ctx, {
    method: "POST",
    path: `/${metaTemplateId}`,
    body: { category, components: components.map((component) => toMeta(component, category)) },
    accessToken,
  });
}

/** The words of a one-time code are Meta's: only its options are sent. */
function toMeta(component: TemplateComponent, category: string): unknown {
  if (category !== "AUTHENTICATION") return component;
  if (component.type === "BODY")
    return { type: "BODY", add_security_recommendation: component.add_security_recommendation ?? false };
  if (component.type === "FOOTER")
    return { type: "FOOTER", code_expiration_minutes: component.code_expiration_minutes };
  return component;
}

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
export async function deleteTemplate(
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
  };
}

interface RawComponent {
  type?: string;
  format?: string;
  text?: string;
  example?: unknown;
  buttons?: { type?: string; text?: string; url?: string }[];
  add_security_recommendation?: boolean;
  code_expiration_minutes?: number;
}

/**
 * Meta's components as we keep them: types in capitals, the words of one-time codes filled in, OTP buttons recognised
 * even where Meta writes them as links to its code page. Of a part of another type the type alone is kept.
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
    return { type } as TemplateComponent;
  });
}

function buttonOf(raw: NonNullable<RawComponent["buttons"]>[number]): TemplateButton {
  const type = raw.type?.toUpperCase() ?? "QUICK_REPLY";
  const isOtp = type === "OTP" || raw.url?.startsWith("https://www.whatsapp.com/otp/");
  if (isOtp) return { type: "OTP", otp_type: "COPY_CODE", text: raw.text ?? "Copy code" };
  return { ...raw, type, text: raw.text ?? type } as TemplateButton;
}
