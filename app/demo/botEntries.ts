/**
 * The entries of the demo's bot, one list because a bot of few entries shows little: by a key, the question,
 * other ways to ask it, and the answer in English, Swahili and French.
 */
export const demoEntries = {
  hours: {
    en: [
      "What are your opening hours?",
      ["When do you open?", "What time do you close?"],
      "We are open Monday to Saturday from 8:00 to 19:00, and on Sunday from 10:00 to 16:00.",
    ],
    sw: [
      "Mnafungua saa ngapi?",
      ["Mnafunga saa ngapi?", "Duka linafunguliwa lini?"],
      "Tunafungua Jumatatu hadi Jumamosi saa 2 asubuhi hadi saa 1 jioni, na Jumapili saa 4 asubuhi hadi saa 10 jioni.",
    ],
    fr: [
      "Quels sont vos horaires d'ouverture ?",
      ["À quelle heure ouvrez-vous ?", "À quelle heure fermez-vous ?"],
      "Nous sommes ouverts du lundi au samedi de 8:00 à 19:00, et le dimanche de 10:00 à 16:00.",
    ],
  },
  location: {
    en: [
      "Where is your shop?",
      ["Where are you located?", "How do I find you?"],
      "Our shops are on Moi Avenue in Nairobi and on Digo Road in Mombasa.",
    ],
    sw: [
      "Duka lenu liko wapi?",
      ["Mko wapi?", "Mnapatikana wapi?"],
      "Maduka yetu yako Moi Avenue Nairobi na Digo Road Mombasa.",
    ],
    fr: [
      "Où se trouve votre magasin ?",
      ["Où êtes-vous situés ?", "Quelle est votre adresse ?"],
      "Nos magasins sont sur Moi Avenue à Nairobi et sur Digo Road à Mombasa.",
    ],
  },
  deliveryPrice: {
    en: [
      "How much is delivery?",
      ["What does delivery cost?", "Shipping fee"],
      "Delivery within Nairobi and Mombasa costs KES 200, elsewhere in Kenya KES 350.",
    ],
    sw: [
      "Bei ya kupeleka mzigo ni ngapi?",
      ["Delivery ni pesa ngapi?", "Gharama ya usafirishaji"],
      "Kupeleka ndani ya Nairobi na Mombasa ni KES 200, kwingine Kenya ni KES 350.",
    ],
    fr: [
      "Combien coûte la livraison ?",
      ["Prix de la livraison", "Frais d'envoi"],
      "La livraison coûte KES 200 à Nairobi et à Mombasa, et KES 350 ailleurs au Kenya.",
    ],
  },
  deliveryTime: {
    en: [
      "How long does delivery take?",
      ["When will my order arrive?", "How many days until it comes?"],
      "Within Nairobi and Mombasa the same day for orders before noon, elsewhere in 2 days.",
    ],
    sw: [
      "Mzigo unafika baada ya siku ngapi?",
      ["Nitapata mzigo wangu lini?", "Delivery inachukua muda gani?"],
      "Nairobi na Mombasa siku hiyo hiyo ukiagiza kabla ya saa sita, kwingine siku 2.",
    ],
    fr: [
      "En combien de jours livrez-vous ?",
      ["Quand arrive ma commande ?", "Délai de livraison"],
      "Le jour même à Nairobi et à Mombasa pour une commande avant midi, ailleurs en 2 jours.",
    ],
  },
  deliveryArea: {
    en: [
      "Do you deliver outside Nairobi?",
      ["Do you send to Eldoret?", "Which towns do you deliver to?"],
      "Yes, we deliver to every county of Kenya. We do not deliver abroad.",
    ],
    sw: [
      "Mnapeleka nje ya Nairobi?",
      ["Mnatuma mzigo Eldoret?", "Mnafikisha kaunti zipi?"],
      "Ndiyo, tunapeleka kila kaunti ya Kenya. Hatupeleki nje ya nchi.",
    ],
    fr: [
      "Livrez-vous hors de Nairobi ?",
      ["Envoyez-vous à Eldoret ?", "Dans quelles villes livrez-vous ?"],
      "Oui, nous livrons dans tous les comtés du Kenya. Nous ne livrons pas à l'étranger.",
    ],
  },
  payment: {
    en: [
      "How can I pay?",
      ["Do you accept M-Pesa?", "Which payment methods do you take?"],
      "By M-Pesa, by card, or in cash at the shop and on delivery.",
    ],
    sw: [
      "Ninaweza kulipa vipi?",
      ["Mnakubali M-Pesa?", "Njia za malipo ni zipi?"],
      "Kwa M-Pesa, kwa kadi, au pesa taslimu dukani na mzigo ukifika.",
    ],
    fr: [
      "Comment puis-je payer ?",
      ["Acceptez-vous M-Pesa ?", "Moyens de paiement"],
      "Par M-Pesa, par carte, ou en espèces au magasin et à la livraison.",
    ],
  },
  till: {
    en: [
      "What is your till number?",
      ["Buy goods number", "Paybill number"],
      "Our till number is 555111, in the name of Duka Letu. Never pay to another one.",
    ],
    sw: [
      "Namba ya till ni gani?",
      ["Nambari ya lipa na M-Pesa", "Paybill namba"],
      "Namba yetu ya till ni 555111, jina Duka Letu. Usilipe kwa namba nyingine.",
    ],
    fr: [
      "Quel est votre numéro de till ?",
      ["Numéro Buy Goods", "Numéro Paybill"],
      "Notre numéro de till est 555111, au nom de Duka Letu. Ne payez jamais à un autre.",
    ],
  },
  returns: {
    en: [
      "Can I return a product?",
      ["What is your return policy?", "I want to exchange what I bought"],
      "You can return or exchange unused goods with their receipt within 14 days.",
    ],
    sw: [
      "Naweza kurudisha bidhaa?",
      ["Sera ya kurudisha bidhaa", "Nataka kubadilisha nilichonunua"],
      "Unaweza kurudisha au kubadilisha bidhaa isiyotumika ukiwa na risiti ndani ya siku 14.",
    ],
    fr: [
      "Puis-je retourner un article ?",
      ["Conditions de retour", "Je veux échanger mon achat"],
      "Vous pouvez retourner ou échanger un article non utilisé avec son reçu sous 14 jours.",
    ],
  },
  warranty: {
    en: [
      "Is there a warranty?",
      ["How long is the guarantee?", "My blender broke, is it covered?"],
      "Electrical goods have a warranty of 12 months. Bring the receipt.",
    ],
    sw: [
      "Kuna warranty?",
      ["Dhamana ni ya muda gani?", "Blender yangu imeharibika, ina dhamana?"],
      "Vifaa vya umeme vina dhamana ya miezi 12. Leta risiti.",
    ],
    fr: [
      "Y a-t-il une garantie ?",
      ["Durée de la garantie", "Mon mixeur est cassé, est-il garanti ?"],
      "Les appareils électriques ont une garantie de 12 mois. Apportez le reçu.",
    ],
  },
  instalments: {
    en: [
      "Can I pay in instalments?",
      ["Do you have lipa pole pole?", "Can I pay a deposit first?"],
      "Yes: pay a third as deposit and the rest within 60 days. You collect the goods when all is paid.",
    ],
    sw: [
      "Naweza kulipa kidogo kidogo?",
      ["Mna lipa pole pole?", "Naweza kuweka deposit?"],
      "Ndiyo: lipa theluthi moja kwanza na zilizobaki ndani ya siku 60. Unachukua bidhaa ukimaliza kulipa.",
    ],
    fr: [
      "Puis-je payer en plusieurs fois ?",
      ["Paiement échelonné", "Puis-je verser un acompte ?"],
      "Oui : un tiers en acompte et le reste sous 60 jours. L'article est remis quand tout est payé.",
    ],
  },
  wholesale: {
    en: [
      "Do you have wholesale prices?",
      ["Discount for buying many", "I want to buy in bulk for my shop"],
      "From 12 pieces of one product you get our wholesale price, 10% less.",
    ],
    sw: [
      "Mna bei ya jumla?",
      ["Nikinunua nyingi mnanipunguzia?", "Nataka kununua kwa wingi kwa duka langu"],
      "Kuanzia vipande 12 vya bidhaa moja unapata bei ya jumla, punguzo la 10%.",
    ],
    fr: [
      "Avez-vous des prix de gros ?",
      ["Remise pour grande quantité", "Je veux acheter en gros pour ma boutique"],
      "À partir de 12 pièces d'un même article, vous avez le prix de gros, 10% de moins.",
    ],
  },
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
