/** Of the shop itself: by a key, the question, other ways to ask it, and the answer in English, Swahili and French. */
export const shopEntries = {
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
} as const;
