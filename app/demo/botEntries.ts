import { shopEntries } from "./botShopEntries.ts";

/**
 * The entries of the demo's bot, one list because a bot of few entries shows little: by a key, the question,
 * other ways to ask it, and the answer in English, Swahili and French.
 */
export const demoEntries = {
  ...shopEntries,
  order: {
    en: [
      "How do I place an order?",
      ["I want to order something", "How can I buy from you?"],
      "Write us the product and your town here. We confirm the price, and you pay by M-Pesa.",
    ],
    sw: [
      "Naagiza vipi?",
      ["Nataka kuagiza bidhaa", "Nanunua vipi kutoka kwenu?"],
      "Tuandikie bidhaa na mji wako hapa. Tutathibitisha bei, kisha ulipe kwa M-Pesa.",
    ],
    fr: [
      "Comment passer commande ?",
      ["Je veux commander un article", "Comment acheter chez vous ?"],
      "Écrivez-nous l'article et votre ville ici. Nous confirmons le prix, puis vous payez par M-Pesa.",
    ],
  },
  cancel: {
    en: [
      "Can I cancel my order?",
      ["I no longer want my order", "Change my order"],
      "An order can be changed or cancelled until it leaves our shop. Write us its number.",
    ],
    sw: [
      "Naweza kughairi oda yangu?",
      ["Sitaki tena oda yangu", "Nataka kubadilisha oda"],
      "Oda inaweza kubadilishwa au kughairiwa kabla haijatoka dukani. Tuandikie namba yake.",
    ],
    fr: [
      "Puis-je annuler ma commande ?",
      ["Je ne veux plus ma commande", "Modifier ma commande"],
      "Une commande peut être modifiée ou annulée avant son départ. Écrivez-nous son numéro.",
    ],
  },
  tracking: {
    en: [
      "Where is my parcel?",
      ["Track my order", "What is the status of my order?"],
      "You get a message with the rider's number when your parcel leaves. Before that it is being packed.",
    ],
    sw: [
      "Mzigo wangu uko wapi?",
      ["Fuatilia oda yangu", "Oda yangu imefika wapi?"],
      "Utapata ujumbe wenye namba ya rider mzigo ukitoka. Kabla ya hapo unafungwa.",
    ],
    fr: [
      "Où est mon colis ?",
      ["Suivre ma commande", "Où en est ma commande ?"],
      "Vous recevez un message avec le numéro du livreur au départ du colis. Avant, il est en préparation.",
    ],
  },
  receipt: {
    en: [
      "Can I get a receipt?",
      ["I need an eTIMS invoice", "Send me the invoice with my KRA PIN"],
      "Yes. Write us your KRA PIN, and you get an eTIMS invoice by e-mail on the same day.",
    ],
    sw: [
      "Naweza kupata risiti?",
      ["Nahitaji ankara ya eTIMS", "Nitumie invoice yenye KRA PIN"],
      "Ndiyo. Tuandikie KRA PIN yako, utapata ankara ya eTIMS kwa barua pepe siku hiyo hiyo.",
    ],
    fr: [
      "Puis-je avoir un reçu ?",
      ["J'ai besoin d'une facture eTIMS", "Facture avec mon KRA PIN"],
      "Oui. Écrivez-nous votre KRA PIN, et vous recevez une facture eTIMS par courriel le jour même.",
    ],
  },
  sufuria: {
    en: [
      "How much are the cooking pots?",
      ["Price of a sufuria set", "Do you sell pots?"],
      "A set of 5 cooking pots costs KES 2,400.",
    ],
    sw: [
      "Sufuria ni bei gani?",
      ["Bei ya seti ya sufuria", "Mnauza sufuria?"],
      "Seti ya sufuria 5 ni KES 2,400.",
    ],
    fr: [
      "Combien coûtent les casseroles ?",
      ["Prix d'un lot de casseroles", "Vendez-vous des casseroles ?"],
      "Un lot de 5 casseroles coûte KES 2,400.",
    ],
  },
  jiko: {
    en: [
      "How much is a gas cooker?",
      ["Price of the jiko", "Do you sell gas stoves?"],
      "A gas cooker with two burners costs KES 4,800. The cylinder is extra.",
    ],
    sw: [
      "Jiko la gesi ni bei gani?",
      ["Bei ya meko ya gas", "Mnauza jiko?"],
      "Jiko la gesi la meko mbili ni KES 4,800. Mtungi ni wa ziada.",
    ],
    fr: [
      "Combien coûte une cuisinière à gaz ?",
      ["Prix du réchaud à gaz", "Vendez-vous des réchauds ?"],
      "Un réchaud à gaz à deux feux coûte KES 4,800. La bouteille est en plus.",
    ],
  },
  gift: {
    en: [
      "Do you sell gift cards?",
      ["Voucher for a friend", "Can you wrap it as a present?"],
      "Yes, gift cards from KES 500. Wrapping a present is free.",
    ],
    sw: [
      "Mna gift card?",
      ["Vocha ya zawadi", "Mnaweza kufunga kama zawadi?"],
      "Ndiyo, gift card kuanzia KES 500. Kufunga zawadi ni bure.",
    ],
    fr: [
      "Vendez-vous des cartes cadeaux ?",
      ["Bon cadeau pour un ami", "Emballage cadeau"],
      "Oui, des cartes cadeaux à partir de KES 500. L'emballage cadeau est gratuit.",
    ],
  },
  loyalty: {
    en: [
      "How do loyalty points work?",
      ["How many points do I have?", "What do I get with my points?"],
      "You get 1 point for each KES 100. 50 points are worth KES 100 at your next purchase.",
    ],
    sw: [
      "Pointi za uaminifu zinafanyaje kazi?",
      ["Nina pointi ngapi?", "Napata nini na pointi zangu?"],
      "Unapata pointi 1 kwa kila KES 100. Pointi 50 ni KES 100 kwenye ununuzi unaofuata.",
    ],
    fr: [
      "Comment marchent les points de fidélité ?",
      ["Combien de points ai-je ?", "Que valent mes points ?"],
      "Vous avez 1 point par KES 100. 50 points valent KES 100 lors du prochain achat.",
    ],
  },
  jobs: {
    en: [
      "Are you hiring?",
      ["Do you have a job for me?", "Where do I send my CV?"],
      "Open positions hang in our shops. Send your CV to kazi@dukaletu.example.",
    ],
    sw: [
      "Mnaajiri?",
      ["Kuna nafasi za kazi?", "Natuma CV wapi?"],
      "Nafasi za kazi zimebandikwa dukani. Tuma CV kwa kazi@dukaletu.example.",
    ],
    fr: [
      "Recrutez-vous ?",
      ["Avez-vous un emploi pour moi ?", "Où envoyer mon CV ?"],
      "Les postes ouverts sont affichés en magasin. Envoyez votre CV à kazi@dukaletu.example.",
    ],
  },
} as const satisfies Record<
  string,
  Record<"en" | "sw" | "fr", readonly [question: string, phrases: readonly string[], answer: string]>
>;

export type DemoEntryKey = keyof typeof demoEntries;
