import type { DemoEntryKey } from "./botEntries.ts";

/**
 * Customers' phrasings: for each entry two questions in English, two in Swahili, two in Sheng and two in
 * French, worded independently.
 */
export const demoQuestions: Record<
  DemoEntryKey,
  Record<"en" | "sw" | "sheng" | "fr", readonly [string, string]>
> = {
  hours: {
    en: ["are you open on sunday", "until what time is the shop open today?"],
    sw: ["Jumapili mnafungua?", "Habari, leo mnafunga saa ngapi jioni?"],
    sheng: ["niaje, mnafungua saa ngapi leo bro", "mko open saa hii ama mmefunga"],
    fr: ["êtes-vous ouverts le dimanche", "bonjour, vous fermez à quelle heure ce soir ?"],
  },
  location: {
    en: ["where exactly are you located in mombasa", "whats the address of the shop pls"],
    sw: ["Naomba kujua duka lenu liko mtaa gani", "Mko wapi hapa Nairobi?"],
    sheng: ["mko place gani tao", "maze duka yenu iko wapi"],
    fr: ["vous êtes situés où à Mombasa ?", "je cherche l'adresse du magasin"],
  },
  deliveryPrice: {
    en: ["how much do you charge for delivery to kisumu", "delivery cost?"],
    sw: ["Kupeleka mzigo Kisumu ni bei gani?", "Gharama ya delivery ni ngapi tafadhali"],
    sheng: ["delivery ni ngapi mpaka Naks", "mnacharge how much kuleta mzigo"],
    fr: ["c'est combien la livraison à Kisumu", "quels sont les frais de livraison ?"],
  },
  deliveryTime: {
    en: ["how many days does delivery take", "when will it arrive if i order now"],
    sw: ["Nikiagiza leo mzigo utafika lini?", "Inachukua siku ngapi kufika Nyeri?"],
    sheng: ["mzigo itafika baada ya siku ngapi", "delivery inachukua time ngapi bro"],
    fr: ["ma commande arrive quand ?", "quel est le délai de livraison"],
  },
  deliveryArea: {
    en: ["can you deliver to garissa", "do you send outside nairobi town"],
    sw: ["Mnaweza kupeleka mzigo Garissa?", "Je mnafikisha nje ya Nairobi?"],
    sheng: ["mnatuma mzigo mpaka Eldy", "mnaleta hadi ocha nje ya Nairobi"],
    fr: ["livrez-vous à Garissa ?", "est-ce que vous envoyez hors de Nairobi"],
  },
  payment: {
    en: ["can i pay with mpesa", "do you take visa card payment"],
    sw: ["Naweza kulipa kwa M-Pesa?", "Mnapokea malipo kwa kadi?"],
    sheng: ["mnakubali mpesa ama cash tu", "nalipa aje buda"],
    fr: ["puis-je payer par M-Pesa ?", "vous acceptez la carte ?"],
  },
  till: {
    en: ["send me the till number", "whats your paybill"],
    sw: ["Nipe namba ya till", "Nambari yenu ya paybill ni gani?"],
    sheng: ["nitumie till number", "till yenu ni gani nirushe doo"],
    fr: ["donnez-moi le numéro de till", "c'est quoi votre paybill"],
  },
  returns: {
    en: ["the shoes dont fit can i exchange", "how do i return an item i bought"],
    sw: ["Nataka kurudisha bidhaa niliyonunua", "Bidhaa hainifai, naweza kubadilisha?"],
    sheng: ["naeza rudisha hii kitu nimebuy", "nataka kuexchange nilichonunua jana"],
    fr: ["je voudrais retourner un article acheté hier", "est-ce possible d'échanger ?"],
  },
  warranty: {
    en: ["does the fridge come with a warranty", "how long is the guarantee on the iron"],
    sw: ["Pasi hii ina dhamana ya muda gani?", "Je, kuna warranty kwa friji?"],
    sheng: ["iko na warranty ama zii", "blender imeharibika, dhamana inacover"],
    fr: ["quelle est la durée de garantie du fer", "le frigo a une garantie ?"],
  },
  instalments: {
    en: ["do you offer lipa pole pole", "can i pay bit by bit with a deposit"],
    sw: ["Je naweza kulipa kidogo kidogo kwa mwezi?", "Mnakubali deposit kwanza?"],
    sheng: ["mnafanya lipa pole pole", "naeza weka deposit alafu nimalize mdogo mdogo"],
    fr: ["peut-on payer en plusieurs fois chez vous", "je peux laisser un acompte ?"],
  },
  wholesale: {
    en: ["what is the wholesale price for a dozen", "any discount if i buy in bulk"],
    sw: ["Bei ya jumla ni ngapi?", "Nikinunua nyingi kuna punguzo?"],
    sheng: ["mnauza wholesale", "nikibuy mob mnanipunguzia"],
    fr: ["vous faites des prix de gros ?", "une remise si j'achète en grande quantité ?"],
  },
  order: {
    en: ["how do i order from you", "i would like to place an order"],
    sw: ["Nataka kuagiza, nifanye nini?", "Naomba kuagiza bidhaa kutoka kwenu"],
    sheng: ["naorder aje kitu kwenu", "nataka kuorder bro"],
    fr: ["comment je peux commander ?", "je voudrais passer une commande"],
  },
  cancel: {
    en: ["please cancel my order", "i want to change the order i made"],
    sw: ["Nataka kughairi oda", "Tafadhali nibadilishie oda yangu"],
    sheng: ["cancel order yangu", "sitaki tena ile oda nilifanya"],
    fr: ["annulez ma commande svp", "je veux modifier la commande"],
  },
  tracking: {
    en: ["where is my parcel now", "status of my order 4411"],
    sw: ["Oda yangu imefika wapi?", "Mzigo wangu uko wapi sasa?"],
    sheng: ["parcel yangu iko wapi manze", "nicheckie status ya order yangu"],
    fr: ["où est mon colis maintenant", "je veux suivre ma commande"],
  },
  receipt: {
    en: ["can you send me an etims invoice", "i need the receipt with kra pin"],
    sw: ["Naomba risiti ya eTIMS", "Nitumie ankara yenye KRA PIN yangu"],
    sheng: ["nitumie receipt ya etims", "nataka invoice na kra pin"],
    fr: ["il me faut une facture eTIMS", "pouvez-vous envoyer le reçu avec mon KRA PIN"],
  },
  sufuria: {
    en: ["price of the sufuria set", "do you have cooking pots"],
    sw: ["Seti ya sufuria ni pesa ngapi?", "Mna sufuria za kupikia?"],
    sheng: ["sufuria mnauza how much", "set ya sufuria ni ngwenye ngapi"],
    fr: ["le prix du lot de casseroles ?", "avez-vous des casseroles"],
  },
  jiko: {
    en: ["how much for the two burner gas cooker", "do you sell gas stoves"],
    sw: ["Jiko la gesi la meko mbili ni ngapi?", "Mnauza majiko ya gesi?"],
    sheng: ["jiko ya gas ni how much", "meko ya gas bei"],
    fr: ["prix de la cuisinière à gaz ?", "vendez-vous des réchauds à gaz"],
  },
  gift: {
    en: ["do you have gift vouchers", "can you wrap a present for me"],
    sw: ["Mna vocha za zawadi?", "Mnaweza kunifungia zawadi?"],
    sheng: ["mko na gift card", "mnaeza wrap gift ya dem wangu"],
    fr: ["avez-vous des bons cadeaux", "faites-vous un emballage cadeau ?"],
  },
  loyalty: {
    en: ["how do i use my loyalty points", "how many points do i get"],
    sw: ["Natumiaje pointi zangu?", "Pointi za uaminifu napataje?"],
    sheng: ["points zangu zinawork aje", "niko na points ngapi"],
    fr: ["comment utiliser mes points de fidélité", "combien de points j'ai ?"],
  },
  jobs: {
    en: ["any job vacancies at your shop", "can i send you my cv"],
    sw: ["Kuna nafasi ya kazi kwenu?", "Naweza kutuma CV yangu wapi?"],
    sheng: ["mko na kazi hapo", "natuma cv wapi buda"],
    fr: ["avez-vous un poste libre, un emploi ?", "où puis-je envoyer mon CV"],
  },
};

type Outside = readonly [question: string, language: "en" | "sw" | "fr", expects: "refusal" | "handover"];

/** Off-topic questions, and those for a member. With the sets above and every bot's own, more than 200. */
export const demoOutside: readonly Outside[] = [
  ["what is the capital of ghana", "en", "refusal"],
  ["tell me a joke", "en", "refusal"],
  ["who will win the election", "en", "refusal"],
  ["translate good night into chinese", "en", "refusal"],
  ["solve x squared minus 4 equals 0", "en", "refusal"],
  ["write my homework about photosynthesis", "en", "refusal"],
  ["nani alishinda mechi ya Gor Mahia jana", "sw", "refusal"],
  ["nipe dawa ya malaria", "sw", "refusal"],
  ["hali ya hewa kesho itakuwaje", "sw", "refusal"],
  ["niandikie insha kuhusu mazingira", "sw", "refusal"],
  ["manze Arsenal ilicheza aje weekend", "sw", "refusal"],
  ["raconte-moi une blague", "fr", "refusal"],
  ["quel temps fera-t-il demain à Paris", "fr", "refusal"],
  ["écris un poème sur la mer", "fr", "refusal"],
  ["let me speak to customer care", "en", "handover"],
  ["you people are thieves", "en", "handover"],
  ["i was charged twice", "en", "handover"],
  ["naomba kuongea na mhudumu", "sw", "handover"],
  ["nyinyi ni wezi", "sw", "handover"],
  ["nimekatwa mara mbili", "sw", "handover"],
  ["passez-moi un conseiller", "fr", "handover"],
  ["j'ai été débité deux fois", "fr", "handover"],
  ["c'est scandaleux", "fr", "handover"],
  ["which phone should i buy, samsung or iphone", "en", "refusal"],
  ["how do i renew my passport", "en", "refusal"],
  ["nani ni gavana wa kaunti ya Kisumu", "sw", "refusal"],
  ["buda nipe odds za mechi ya leo", "sw", "refusal"],
  ["comment apprendre la guitare", "fr", "refusal"],
  ["i will call my lawyer about these shoes", "en", "handover"],
  ["nirudishie doo yangu haraka", "sw", "handover"],
  ["je veux parler à une personne", "fr", "handover"],
];
