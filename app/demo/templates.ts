/* One list of texts, long because it is read as what one shop sends. */
import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { rejectionNote } from "#app/domain/whatsapp/templates/rejection.ts";

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

const body = (text: string, ...samples: string[]): TemplateComponent => ({
  type: "BODY",
  text,
  ...(samples.length > 0 ? { example: { body_text: [samples] } } : {}),
});
const footer = (text: string): TemplateComponent => ({ type: "FOOTER", text });
const replies = (...texts: string[]): TemplateComponent => ({
  type: "BUTTONS",
  buttons: texts.map((text) => ({ type: "QUICK_REPLY", text })),
});
const picture = (
  mediaId: keyof typeof templateFiles,
  format: "IMAGE" | "DOCUMENT" = "IMAGE",
): TemplateComponent => ({
  type: "HEADER",
  format,
  media_id: mediaId,
  example: { header_handle: [`4::${mediaId}`] },
});
const offerCard = (mediaId: keyof typeof templateFiles, text: string) => ({
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
const stop = footer("Reply STOP to get no more offers.");
const acha = footer("Jibu ACHA usipokee ofa tena.");

/** The shop's templates. The first variable is always the customer's first name. */
export const demoTemplates: readonly DemoTemplate[] = [
  {
    name: "order_received",
    language: "sw",
    category: "UTILITY",
    status: "APPROVED",
    submittedDaysAgo: 118,
    components: [
      body(
        "Habari {{1}}, tumepokea oda yako. Tutakujulisha ikiwa tayari. Asante kwa kununua Duka Letu.",
        "Achieng",
      ),
      footer("Duka Letu"),
    ],
  },
  {
    name: "order_ready",
    language: "en",
    category: "UTILITY",
    status: "APPROVED",
    submittedDaysAgo: 117,
    components: [
      body(
        "Hello {{1}}, your order is packed and ready. Collect it at our {{2}} shop until 7 pm.",
        "Brian",
        "Nairobi",
      ),
      replies("On my way", "Tomorrow please"),
    ],
  },
  {
    name: "out_for_delivery",
    language: "sw",
    category: "UTILITY",
    status: "APPROVED",
    submittedDaysAgo: 117,
    components: [
      body(
        "Habari {{1}}, mzigo wako uko njiani kuelekea {{2}}. Tafadhali weka simu karibu.",
        "Farida",
        "Mombasa",
      ),
      footer("Duka Letu"),
    ],
  },
  {
    name: "fee_reminder",
    language: "en",
    category: "UTILITY",
    status: "APPROVED",
    submittedDaysAgo: 70,
    components: [
      body(
        "Dear {{1}}, the next payment to the evening school is due on {{2}}. Reply SALIO to see what is open.",
        "Mercy",
        "2026-12-01",
      ),
      footer("Duka Letu"),
    ],
  },
  {
    name: "new_catalogue",
    language: "en",
    category: "MARKETING",
    status: "APPROVED",
    submittedDaysAgo: 60,
    components: [
      body(
        "Hello {{1}}, our new catalogue is here. Have a look: {{2}}",
        "Brian",
        "https://duka-letu.example/c",
      ),
      stop,
    ],
  },
  {
    name: "payment_received",
    language: "en",
    category: "UTILITY",
    status: "APPROVED",
    submittedDaysAgo: 110,
    components: [
      body(
        "Hello {{1}}, we have received your payment. Asante sana! Your receipt is at the counter.",
        "George",
      ),
    ],
  },
  {
    name: "commande_prete",
    language: "fr",
    category: "UTILITY",
    status: "APPROVED",
    submittedDaysAgo: 96,
    components: [
      body("Bonjour {{1}}, votre commande est prête. Vous pouvez la retirer jusqu'à 19 h.", "Nadia"),
    ],
  },
  {
    name: "sign_in_code",
    language: "en",
    category: "AUTHENTICATION",
    status: "APPROVED",
    submittedDaysAgo: 95,
    components: [
      {
        type: "BODY",
        text: "*{{1}}* is your verification code. For your security, do not share this code.",
        add_security_recommendation: true,
        example: { body_text: [["123456"]] },
      },
      { type: "FOOTER", text: "This code expires in 10 minutes.", code_expiration_minutes: 10 },
      { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }] },
    ],
  },
  {
    name: "weekend_offer",
    language: "en",
    category: "MARKETING",
    status: "APPROVED",
    submittedDaysAgo: 100,
    components: [
      { type: "HEADER", format: "TEXT", text: "This weekend only" },
      body(
        "Hi {{1}}, unga, sugar and cooking oil are 10% off in all our shops until Sunday evening.",
        "Esther",
      ),
      stop,
    ],
  },
  {
    name: "ofa_ya_mwisho_wa_mwezi",
    language: "sw",
    category: "MARKETING",
    status: "APPROVED",
    submittedDaysAgo: 99,
    components: [
      { type: "HEADER", format: "TEXT", text: "Ofa ya mwisho wa mwezi" },
      body(
        "Habari {{1}}! Mwisho wa mwezi umefika: nunua bidhaa za KES 3,000 upate usafiri bure {{2}}.",
        "Halima",
        "Thika",
      ),
      acha,
    ],
  },
  {
    name: "new_stock",
    language: "en",
    category: "MARKETING",
    status: "APPROVED",
    submittedDaysAgo: 60,
    components: [
      body(
        "Hi {{1}}, new stock has arrived: lesos from Mombasa, gas cylinders and school shoes. Come and see!",
        "Ian",
      ),
      stop,
    ],
  },
  {
    name: "price_list",
    language: "en",
    category: "UTILITY",
    status: "APPROVED",
    submittedDaysAgo: 70,
    announced: "MARKETING",
    components: [
      picture("med_demo_price_list", "DOCUMENT"),
      body(
        "Hello {{1}}, here is the price list that you asked for. It is valid until {{2}} in all shops.",
        "Kevin",
        "Friday",
      ),
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "Order now" },
          {
            type: "URL",
            text: "Open the shop",
            url: "https://dukaletu.example/shop/{{1}}",
            example: ["https://dukaletu.example/shop/nairobi"],
          },
          { type: "PHONE_NUMBER", text: "Call the shop", phone_number: "+254700900100" },
        ],
      },
    ],
  },
  {
    name: "offers_to_leaf_through",
    language: "en",
    category: "MARKETING",
    status: "APPROVED",
    submittedDaysAgo: 34,
    components: [
      body(
        "Hi {{1}}, these are the offers of the week in your shop. Reply STOP to get no more of them.",
        "Lilian",
      ),
      {
        type: "CAROUSEL",
        cards: [
          offerCard("med_demo_crates_red", "Soda, 24 bottles for {{1}} a crate this week"),
          offerCard("med_demo_crates_gold", "Pembe flour, 2 kg for {{1}} while stocks last"),
          offerCard("med_demo_crates_green", "Sukuma wiki, fresh at {{1}} a bunch every morning"),
        ],
      },
    ],
  },
  {
    name: "loyalty_code",
    language: "en",
    category: "MARKETING",
    status: "APPROVED",
    submittedDaysAgo: 52,
    recategorised: { was: "UTILITY", daysAgo: 9 },
    components: [
      picture("med_demo_crates_gold"),
      body(
        "Hello {{1}}, thank you for ten visits to our shop. Show this code at the counter and pay less.",
        "Moses",
      ),
      stop,
      { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy offer code", example: "ASANTE10" }] },
    ],
  },
  {
    name: "order_ready",
    language: "sw",
    category: "UTILITY",
    status: "APPROVED",
    submittedDaysAgo: 58,
    components: [
      body(
        "Habari {{1}}, oda yako iko tayari. Ichukue katika duka letu la {{2}} hadi saa moja jioni.",
        "Brian",
        "Nairobi",
      ),
      replies("Naja sasa", "Kesho tafadhali"),
    ],
  },
  {
    name: "rider_meets_you",
    language: "en",
    category: "UTILITY",
    status: "PENDING",
    submittedDaysAgo: 1,
    components: [
      { type: "HEADER", format: "LOCATION" },
      body("Hello {{1}}, our rider waits for you here with your order until {{2}} today.", "Nancy", "6 pm"),
    ],
  },
  {
    name: "flash_sale",
    language: "en",
    category: "MARKETING",
    status: "PAUSED",
    submittedDaysAgo: 40,
    components: [
      body("{{1}}, flash sale! Everything must go today. Hurry to the shop before 6 pm.", "Janet"),
      stop,
    ],
  },
  {
    name: "bei_poa",
    language: "sw",
    category: "MARKETING",
    status: "DISABLED",
    submittedDaysAgo: 64,
    components: [body("{{1}}, bei poa ya leo tu! Tuma ujumbe sasa upate punguzo.", "Janet"), acha],
  },
  {
    name: "win_a_phone",
    language: "en",
    category: "MARKETING",
    status: "REJECTED",
    submittedDaysAgo: 21,
    rejectionReason: rejectionNote("template.rejected", { reason: "SCAM" }),
    components: [body("Congratulations, you may have won a phone. Send your details now to claim it.")],
  },
  {
    name: "sikukuu_njema",
    language: "sw",
    category: "MARKETING",
    status: "PENDING",
    submittedDaysAgo: 0,
    components: [
      body(
        "Habari {{1}}, Duka Letu inakutakia sikukuu njema. Tutafunga saa saba mchana, karibu mapema.",
        "Joyce",
      ),
      acha,
    ],
  },
  {
    name: "livraison_demain",
    language: "fr",
    category: "UTILITY",
    status: "PENDING",
    submittedDaysAgo: 1,
    components: [
      body(
        "Bonjour {{1}}, votre livraison arrive demain matin. Merci de garder votre téléphone près de vous.",
        "Marc",
      ),
    ],
  },
];

/** The templates of each of the other organisations. */
export const noticeTemplate: Pick<DemoTemplate, "name" | "language" | "category" | "status" | "components"> =
  {
    name: "notice",
    language: "en",
    category: "UTILITY",
    status: "APPROVED",
    components: [body("Hello {{1}}, there is news for you. Please call at our office this week.", "Mercy")],
  };
