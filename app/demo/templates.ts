import type { TemplateComponent } from "#app/db/schema/whatsapp.ts";

export interface DemoTemplate {
  name: string;
  language: "en" | "sw" | "fr";
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
  status: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED";
  components: TemplateComponent[];
  rejectionReason?: string;
  submittedDaysAgo: number;
}

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
const stop = footer("Reply STOP to get no more offers.");
const acha = footer("Jibu ACHA usipokee ofa tena.");

/** What the shop sends. The first variable is always the customer's first name. */
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
    rejectionReason: "Meta takes the text for a scam: leave out links and requests that look like one.",
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

/** What each of the other organisations sends. */
export const noticeTemplate: Pick<DemoTemplate, "name" | "language" | "category" | "status" | "components"> =
  {
    name: "notice",
    language: "en",
    category: "UTILITY",
    status: "APPROVED",
    components: [body("Hello {{1}}, there is news for you. Please call at our office this week.", "Mercy")],
  };
