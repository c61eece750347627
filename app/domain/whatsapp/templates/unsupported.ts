import type { TemplateCard, TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

const otherParts: Record<string, string> = lazy({
  CAROUSEL: m.errors_template_part_carousel,
  LIMITED_TIME_OFFER: m.errors_template_part_limited_offer,
  CALL_PERMISSION_REQUEST: m.errors_template_part_call_permission,
});
const sendableHeaders = ["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"];
/** False for a card of products. */
const hasPicture = ({ components }: TemplateCard) =>
  components.some(
    ({ type, ...part }) => type === "HEADER" && "format" in part && /^(IMAGE|VIDEO)$/.test(part.format),
  );
const sendableButtons = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "OTP", "COPY_CODE"];

/**
 * Why a template can't be sent from here although Meta approved it, or null. Supported is what our form
 * creates (facts/whatsapp-cloud-api.md §8.4).
 */
export function unsupportedPart(components: readonly TemplateComponent[]): string | null {
  for (const component of components) {
    if (component.type === "HEADER" && !sendableHeaders.includes(component.format))
      return m.errors_template_header_unsupported({ format: component.format.toLowerCase() });
    if (component.type === "BUTTONS") {
      const other = component.buttons.find(({ type }) => !sendableButtons.includes(type));
      if (other) return m.errors_template_button_unsupported({ type: other.type });
    } else if (component.type === "CAROUSEL" && component.cards?.every(hasPicture)) {
      const inCard = component.cards.map((card) => unsupportedPart(card.components)).find(Boolean);
      if (inCard) return inCard;
    } else if (!["HEADER", "BODY", "FOOTER"].includes(component.type)) {
      const part = otherParts[component.type] ?? m.errors_template_part_of_type({ type: component.type });
      return m.errors_template_part_unsupported({ part });
    }
  }
  return null;
}
