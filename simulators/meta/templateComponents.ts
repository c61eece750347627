/** Template components as the management API writes them (facts/whatsapp-cloud-api.md §8.2). */
export interface TemplateButton {
  type: string;
  text?: string;
  url?: string;
  phone_number?: string;
  otp_type?: string;
  example?: string | string[];
  package_name?: string;
  signature_hash?: string;
  supported_apps?: { package_name?: string; signature_hash?: string }[];
  zero_tap_terms_accepted?: boolean;
}

export interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  buttons?: TemplateButton[];
  cards?: { components?: TemplateComponent[] }[];
  example?: Record<string, unknown>;
  add_security_recommendation?: boolean;
  code_expiration_minutes?: number;
}

/** Meta's fixed text for one-time codes. */
export const AUTHENTICATION_BODY = "*{{1}}* is your verification code.";
export const AUTHENTICATION_SECURITY_NOTE = " For your security, do not share this code.";

/** Spaces around the name are trimmed in code: a pattern for them takes cubic time on a text of spaces. */
const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** Names (or numbers) of the variables in order of appearance, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map((match) => (match[1] ?? "").trim()))];
}

export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(VARIABLE, (whole, name: string) => values.get(name.trim()) ?? whole);
}

/** Text without its variables, for calculating lengths. */
export function withoutVariables(text: string): string {
  return text.replaceAll(VARIABLE, "");
}

export function componentOf(
  components: readonly TemplateComponent[],
  type: string,
): TemplateComponent | undefined {
  return components.find((component) => component.type.toUpperCase() === type);
}

/** The body as recipients see it, before its variables are filled. */
export function bodyText(category: string, body: TemplateComponent | undefined): string {
  if (category !== "AUTHENTICATION") return body?.text ?? "";
  return AUTHENTICATION_BODY + (body?.add_security_recommendation ? AUTHENTICATION_SECURITY_NOTE : "");
}

export function footerText(category: string, footer: TemplateComponent | undefined): string | undefined {
  if (category === "AUTHENTICATION" && footer?.code_expiration_minutes !== undefined) {
    return `This code expires in ${footer.code_expiration_minutes} minutes.`;
  }
  return footer?.text;
}
