import { offerTemplates } from "./offerTemplates.ts";
import { body, type DemoTemplate, footer, picture, replies } from "./templateParts.ts";

/** The shop's templates. The first variable is always the customer's first name. */
export const demoTemplates: readonly DemoTemplate[] = [
  ...offerTemplates,
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
