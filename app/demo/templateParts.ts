import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";

export interface DemoTemplate {
  name: string;
  language: "en" | "sw" | "fr";
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
  status: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED";
  components: TemplateComponent[];
  rejectionReason?: string;
  submittedDaysAgo: number;
  /** Meta changed its category so many days ago. */
  recategorised?: { was: "UTILITY"; daysAgo: number };
  /** Meta will change its category. */
  announced?: "MARKETING";
}

/** Header files of templates, by the id in their components. */
export const templateFiles = {
  med_demo_crates_red: { kind: "image", color: [184, 58, 44] },
  med_demo_crates_gold: { kind: "image", color: [214, 170, 60] },
  med_demo_crates_green: { kind: "image", color: [58, 130, 80] },
  med_demo_price_list: {
    kind: "document",
    lines: ["Duka Letu", "Price list", "Unga 2 kg KES 185", "Sugar 1 kg KES 160"],
  },
} as const;

export const body = (text: string, ...samples: string[]): TemplateComponent => ({
  type: "BODY",
  text,
  ...(samples.length > 0 ? { example: { body_text: [samples] } } : {}),
});
export const footer = (text: string): TemplateComponent => ({ type: "FOOTER", text });
export const replies = (...texts: string[]): TemplateComponent => ({
  type: "BUTTONS",
  buttons: texts.map((text) => ({ type: "QUICK_REPLY", text })),
});
export const picture = (
  mediaId: keyof typeof templateFiles,
  format: "IMAGE" | "DOCUMENT" = "IMAGE",
): TemplateComponent => ({
  type: "HEADER",
  format,
  media_id: mediaId,
  example: { header_handle: [`4::${mediaId}`] },
});
export const offerCard = (mediaId: keyof typeof templateFiles, text: string) => ({
  components: [
    picture(mediaId),
    { type: "BODY" as const, text, example: { body_text: [["KES 185"]] } },
    {
      type: "BUTTONS" as const,
      buttons: [
        { type: "QUICK_REPLY" as const, text: "Keep one for me" },
        {
          type: "URL" as const,
          text: "See it",
          url: "https://dukaletu.example/p/{{1}}",
          example: ["https://dukaletu.example/p/unga"],
        },
      ],
    },
  ],
});
export const stop = footer("Reply STOP to get no more offers.");
export const acha = footer("Jibu ACHA usipokee ofa tena.");
