import type { TemplateCard, TemplateComponent } from "#app/db/schema/whatsapp.ts";

const otherParts: Record<string, string> = {
  CAROUSEL: "a carousel",
  LIMITED_TIME_OFFER: "a limited-time offer",
  CALL_PERMISSION_REQUEST: "a request for permission to call",
};
const sendableHeaders = ["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"];
/** A card of products has none of ours. */
const hasPicture = ({ components }: TemplateCard) =>
  components.some(
    ({ type, ...part }) => type === "HEADER" && "format" in part && /^(IMAGE|VIDEO)$/.test(part.format),
  );
const sendableButtons = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "OTP", "COPY_CODE"];

/**
 * Why a template cannot be sent from here although Meta approved it, or null. Supported is what our form writes
 * (facts/whatsapp-cloud-api.md §8.4).
 */
export function unsupportedPart(components: readonly TemplateComponent[]): string | null {
  for (const component of components) {
    if (component.type === "HEADER" && !sendableHeaders.includes(component.format))
      return `Its header is a ${component.format.toLowerCase()}, which can't be sent from here yet.`;
    if (component.type === "BUTTONS") {
      const other = component.buttons.find(({ type }) => !sendableButtons.includes(type));
      if (other) return `It has a button of type ${other.type}, which can't be sent from here yet.`;
    } else if (component.type === "CAROUSEL" && component.cards?.every(hasPicture)) {
      const inCard = component.cards.map((card) => unsupportedPart(card.components)).find(Boolean);
      if (inCard) return inCard;
    } else if (!["HEADER", "BODY", "FOOTER"].includes(component.type)) {
      const part = otherParts[component.type] ?? `a part of type ${component.type}`;
      return `It has ${part}, which can't be sent from here yet.`;
    }
  }
  return null;
}
