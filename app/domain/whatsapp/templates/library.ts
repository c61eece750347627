import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import type { LibraryLanguage } from "./languages.ts";
import { type DraftValues, emptyDraft } from "./values.ts";
import type { TemplateCategory } from "./words.ts";

interface Text {
  header?: string;
  body: string;
  footer?: string;
  /** Texts of quick replies and links, in the order of `buttons`. */
  buttons?: readonly string[];
}

interface Entry {
  /** Also the template's name. */
  key: string;
  title: string;
  use: string;
  category: TemplateCategory;
  /** By variable key. */
  samples: Readonly<Record<string, string>>;
  /** Link addresses; null for a quick reply. */
  links?: readonly (string | null)[];
  code?: { minutes: number };
  texts: Readonly<Record<LibraryLanguage, Text>>;
}

const noText = { en: { body: "" }, sw: { body: "" }, fr: { body: "" } } as const;

/** Templates that businesses in Kenya need most, in wording that Meta approves. */
export const library: readonly Entry[] = lazy([
  {
    key: "payment_received",
    title: m.templates_library_payment_received_title,
    use: m.templates_library_receipt_use,
    category: "UTILITY",
    samples: { "1": "Achieng", "2": "KES 2,500", "3": "SJK4H7L2QT", "4": "KES 0" },
    texts: {
      en: {
        header: "Payment received",
        body: "Hello {{1}}, we have received your payment of {{2}}. Receipt number: {{3}}. Your balance is now {{4}}. Thank you for paying on time.",
      },
      sw: {
        header: "Malipo yamepokelewa",
        body: "Habari {{1}}, tumepokea malipo yako ya {{2}}. Nambari ya risiti: {{3}}. Salio lako sasa ni {{4}}. Asante kwa kulipa kwa wakati.",
      },
      fr: {
        header: "Paiement reçu",
        body: "Bonjour {{1}}, nous avons bien reçu votre paiement de {{2}}. Numéro de reçu : {{3}}. Votre solde est maintenant de {{4}}. Merci de votre ponctualité.",
      },
    },
  },
  {
    key: "appointment_reminder",
    title: m.templates_library_appointment_reminder,
    use: m.templates_library_appointment_use,
    category: "UTILITY",
    samples: { "1": "Wanjiru", "2": "Tuesday, 1 December", "3": "10:30 am", "4": "Westlands Clinic" },
    links: [null, null],
    texts: {
      en: {
        body: "Hello {{1}}, this is a reminder of your appointment on {{2}} at {{3}}. Please come to {{4}} ten minutes early.",
        buttons: ["I will come", "Change the time"],
      },
      sw: {
        body: "Habari {{1}}, tunakukumbusha miadi yako ya {{2}} saa {{3}}. Tafadhali fika {{4}} dakika kumi mapema.",
        buttons: ["Nitafika", "Badilisha muda"],
      },
      fr: {
        body: "Bonjour {{1}}, nous vous rappelons votre rendez-vous du {{2}} à {{3}}. Merci de venir à {{4}} dix minutes à l'avance.",
        buttons: ["Je viendrai", "Changer l'heure"],
      },
    },
  },
  {
    key: "delivery_on_the_way",
    title: m.templates_library_delivery_on_way_title,
    use: m.templates_library_delivery_use,
    category: "UTILITY",
    samples: { "1": "Otieno", "2": "DL-20418", "3": "Kisumu, Milimani", "button:0": "DL-20418" },
    links: ["https://example.co.ke/track/{{1}}"],
    texts: {
      en: {
        body: "Hello {{1}}, your order {{2}} is on its way to {{3}}. Please keep your phone close: the rider will call you.",
        buttons: ["Follow the parcel"],
      },
      sw: {
        body: "Habari {{1}}, oda yako {{2}} iko njiani kuelekea {{3}}. Tafadhali weka simu karibu: mwendesha pikipiki atakupigia.",
        buttons: ["Fuatilia mzigo"],
      },
      fr: {
        body: "Bonjour {{1}}, votre commande {{2}} est en route vers {{3}}. Gardez votre téléphone près de vous : le livreur vous appellera.",
        buttons: ["Suivre le colis"],
      },
    },
  },
  {
    key: "sign_in_code",
    title: m.templates_library_one_time_code_title,
    use: m.templates_library_code_use,
    category: "AUTHENTICATION",
    samples: {},
    code: { minutes: 10 },
    texts: noText,
  },
  {
    key: "school_fees_balance",
    title: m.templates_library_school_fees_balance,
    use: m.templates_library_fees_use,
    category: "UTILITY",
    samples: {
      "1": "Mrs Kamau",
      "2": "Brian Kamau",
      "3": "KES 18,400",
      "4": "Friday, 8 January",
      "5": "522522",
    },
    texts: {
      en: {
        header: "School fees",
        body: "Dear {{1}}, the fees balance of {{2}} is {{3}}. Please pay it by {{4}} to paybill {{5}}, with the admission number as account. If you have paid already, thank you.",
      },
      sw: {
        header: "Karo ya shule",
        body: "Mpendwa {{1}}, salio la karo la {{2}} ni {{3}}. Tafadhali lipa kabla ya {{4}} kupitia paybill {{5}}, akaunti ikiwa nambari ya usajili. Ikiwa umeshalipa, asante.",
      },
      fr: {
        header: "Frais de scolarité",
        body: "Bonjour {{1}}, le solde des frais de {{2}} est de {{3}}. Merci de le régler avant le {{4}} au paybill {{5}}, avec le numéro d'admission comme compte. Si c'est déjà fait, merci.",
      },
    },
  },
  {
    key: "order_ready",
    title: m.templates_library_order_ready_to_collect,
    use: m.templates_library_order_use,
    category: "UTILITY",
    samples: { "1": "Halima", "2": "Nairobi" },
    links: [null, null],
    texts: {
      en: {
        body: "Hello {{1}}, your order is packed and ready. You can collect it at our {{2}} shop today.",
        buttons: ["On my way", "Tomorrow please"],
      },
      sw: {
        body: "Habari {{1}}, oda yako iko tayari. Unaweza kuichukua leo katika duka letu la {{2}}.",
        buttons: ["Naja sasa", "Kesho tafadhali"],
      },
      fr: {
        body: "Bonjour {{1}}, votre commande est prête. Vous pouvez la retirer aujourd'hui dans notre boutique de {{2}}.",
        buttons: ["J'arrive", "Demain, merci"],
      },
    },
  },
  {
    key: "rent_reminder",
    title: m.templates_library_rent_or_bill_due_title,
    use: m.templates_library_bill_use,
    category: "UTILITY",
    samples: { "1": "Mwangi", "2": "B12, Umoja", "3": "KES 15,000", "4": "5 December", "5": "880100" },
    texts: {
      en: {
        body: "Hello {{1}}, the rent for {{2}} is {{3}} and is due on {{4}}. You can pay it to paybill {{5}} at any time. If you have questions, answer this message.",
      },
      sw: {
        body: "Habari {{1}}, kodi ya {{2}} ni {{3}} na inafaa kulipwa tarehe {{4}}. Unaweza kulipa kupitia paybill {{5}} wakati wowote. Ukiwa na swali, jibu ujumbe huu.",
      },
      fr: {
        body: "Bonjour {{1}}, le loyer pour {{2}} est de {{3}} et arrive à échéance le {{4}}. Vous pouvez le régler au paybill {{5}} à tout moment. Pour toute question, répondez à ce message.",
      },
    },
  },
  {
    key: "weekend_offer",
    title: m.templates_library_weekend_offer_title,
    use: m.templates_library_offer_use,
    category: "MARKETING",
    samples: { "1": "Naliaka", "2": "unga, sugar and cooking oil", "3": "Sunday evening" },
    texts: {
      en: {
        header: "This weekend only",
        body: "Hi {{1}}, this weekend {{2}} are 10% cheaper in all our shops, until {{3}} or while stocks last. Karibu!",
        footer: "Reply STOP to get no more offers.",
      },
      sw: {
        header: "Wikendi hii pekee",
        body: "Habari {{1}}, wikendi hii {{2}} zina punguzo la 10% katika maduka yetu yote, hadi {{3}} au bidhaa zikiisha. Karibu!",
        footer: "Jibu ACHA usipokee ofa tena.",
      },
      fr: {
        header: "Ce week-end seulement",
        body: "Bonjour {{1}}, ce week-end {{2}} sont à 10 % de moins dans toutes nos boutiques, jusqu'à {{3}} ou épuisement des stocks. À bientôt !",
        footer: "Répondez STOP pour ne plus recevoir d'offres.",
      },
    },
  },
]);

/** A library template in one language, as form values; null for an unknown key. */
export function fromLibrary(key: string, language: LibraryLanguage): DraftValues | null {
  const entry = library.find((each) => each.key === key);
  if (!entry) return null;
  const text = entry.texts[language];
  return {
    ...emptyDraft,
    name: entry.key,
    category: entry.category,
    language,
    header: text.header ?? "",
    body: text.body,
    footer: text.footer ?? "",
    buttons: (text.buttons ?? []).map((label, index) => {
      const link = entry.links?.[index];
      return { kind: link ? "URL" : "QUICK_REPLY", text: label, value: link ?? "" };
    }),
    samples: Object.entries(entry.samples).map(([key, value]) => ({ key, value })),
    ...(entry.code ? { securityNote: "on", codeExpiryMinutes: String(entry.code.minutes) } : {}),
  };
}
