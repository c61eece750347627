import { rejectionNote } from "#app/domain/whatsapp/templates/rejection.ts";
import { acha, body, type DemoTemplate, offerCard, picture, stop } from "./templateParts.ts";

export const offerTemplates: readonly DemoTemplate[] = [
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
];
