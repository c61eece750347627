import { olderExchanges } from "./olderExchanges.ts";

/**
 * A written conversation. `who` is the running number of the contact, `endedHoursAgo` when its last line was
 * written. Lines: `<` the customer, `>` the shop, `!` an approved template.
 */
export interface Exchange {
  who: number;
  endedHoursAgo: number;
  /** 0: the shop's number, 1: that of the wholesale counter. */
  number?: 0 | 1;
  /** The customer's newest lines, still unread. */
  unread?: number;
  lines: readonly string[];
}

export const exchanges: readonly Exchange[] = [
  {
    who: 1,
    endedHoursAgo: 0.05,
    unread: 2,
    lines: [
      "< Habari za asubuhi Duka Letu",
      "> Nzuri sana Achieng! Tukusaidie na nini?",
      "< Mko na unga wa ugali 2kg?",
      "> Tuko nao. Soko KES 210, Pembe KES 205.",
      "> 📷 Photo: Pembe 2kg, six packets",
      "< Reacted 👍",
      "< Sawa, niwekee pakiti sita za Pembe",
      "< 📍 Location: Milimani, near the water tower",
      "< Na mnaweza leta Milimani leo?",
    ],
  },
  {
    who: 2,
    endedHoursAgo: 0.4,
    unread: 1,
    lines: [
      "! order_ready",
      "< On my way",
      "> Great Brian, ask for Halima at the counter.",
      "< Nimekwama kwa jam ya Thika Road, mnafunga saa ngapi?",
    ],
  },
  {
    who: 3,
    endedHoursAgo: 0.9,
    unread: 3,
    lines: [
      "< Hi, yesterday's delivery was short",
      "> So sorry Cynthia. What was missing?",
      "< I paid for 24 crates of soda",
      "> 📄 Document: delivery-note-2207.pdf",
      "< 📷 Photo: Only these came",
      "< The driver brought 22",
      "< My customers are waiting",
    ],
  },
  {
    who: 4,
    endedHoursAgo: 1.3,
    lines: [
      "< Niaje, ile gas ya 13kg ni how much?",
      "> Sasa Daudi! Refill ni KES 2,850, complete na cylinder KES 5,600.",
      "< Si mshushe kidogo bana",
      "> Ukikuja na cylinder tupu tunakufanyia 2,800.",
      "< Fiti, nacome jioni",
      "> Poa, tunakungoja.",
    ],
  },
  {
    who: 5,
    endedHoursAgo: 1.8,
    unread: 1,
    lines: [
      "< Good morning, do you deliver to Thika Section 9?",
      "> Good morning Esther. Yes, every day at 11 am and 4 pm. KES 150, free above KES 3,000.",
      "< Perfect. Rice 10 kg, cooking oil 5 l and sugar 5 kg please",
    ],
  },
  {
    who: 6,
    endedHoursAgo: 2.5,
    lines: [
      "! out_for_delivery",
      "< Asante. Dereva anajua kwa Bi Farida pale Old Town?",
      "> Ndio, tumempa ramani. Atakupigia akifika Fort Jesus.",
      "< Amefika, shukran sana 🙏",
      "> Karibu tena!",
    ],
  },
  {
    who: 7,
    endedHoursAgo: 3,
    number: 1,
    unread: 1,
    lines: [
      "< Habari, nataka bei ya jumla ya sukari",
      "> Habari George. Gunia la 50 kg ni KES 6,450. Kuanzia magunia kumi ni KES 6,300.",
      "< Naomba kumi na mbili. Naweza lipa nusu sasa?",
    ],
  },
  {
    who: 8,
    endedHoursAgo: 3.6,
    lines: [
      "< Salaam, nilipokea kilemba si rangi niliyoagiza",
      "> Pole sana Halima. Uliagiza rangi gani?",
      "< Kijani. Mmeniletea buluu",
      "> Tutakubadilishia kesho asubuhi bila malipo. Samahani kwa usumbufu.",
      "< Sawa, nashukuru",
    ],
  },
  {
    who: 9,
    endedHoursAgo: 4.2,
    lines: [
      "< Do you have school shoes size 4?",
      "> We do, Ian: Bata Toughees, KES 1,499.",
      "< And grey socks?",
      "> Three pairs for KES 350.",
      "< Keep both for me, I pass by at 5",
      "> Kept under your name. See you!",
    ],
  },
  {
    who: 10,
    endedHoursAgo: 5,
    unread: 1,
    lines: [
      "< Nimetuma M-Pesa 3,200 lakini sijapata risiti",
      "> Habari Janet, tunaangalia. Ulituma kwa till namba gani?",
      "< 5 2 8 1 1 4, saa nne na robo",
      "> Tumeiona, asante. Risiti iko kwenye mzigo wako.",
      "< Na bado sijapata SMS yenu, ni sawa?",
    ],
  },
  {
    who: 11,
    endedHoursAgo: 6,
    lines: [
      "< Boss, ile speaker ya kibanda bado iko?",
      "> Iko moja tu Kevin, KES 4,200.",
      "< Nishikie hadi Friday, mshahara inaingia",
      "> Tunaweza shikilia hadi Ijumaa saa sita.",
      "< Uko freshi, thanks",
      "> Sawa sawa 👊",
    ],
  },
  {
    who: 12,
    endedHoursAgo: 7,
    lines: [
      "< Amosi duka! Mna mafuta ya Elianto lita 20?",
      "> Amosi Lilian! Tuko nayo, KES 5,750.",
      "< Oda moja. Nitatuma kijana wa boda",
      "> Sawa, akuje na namba ya oda: DL-20417.",
      "< Ameshafika, shukran",
    ],
  },
  {
    who: 13,
    endedHoursAgo: 8,
    number: 1,
    lines: [
      "< Good afternoon. Please send your wholesale price list",
      "> Good afternoon Mohamed. Rice 25 kg 3,150, sugar 50 kg 6,450, oil 20 l 5,750, tea 50 x 100 g 4,900.",
      "< What about delivery to Mombasa?",
      "> Free above KES 60,000, otherwise KES 2,500 by our truck on Wednesdays.",
      "< I will place the order on Monday",
      "> Thank you, we will keep these prices for you until then.",
    ],
  },
  {
    who: 14,
    endedHoursAgo: 10,
    lines: [
      "! payment_received",
      "< Thank you. When will the fridge come?",
      "> Tomorrow between 9 and 12, Naomi. Two people will carry it up.",
      "< Fourth floor, no lift 😅",
      "> No problem, they are strong!",
    ],
  },
  {
    who: 15,
    endedHoursAgo: 13,
    unread: 1,
    lines: [
      "< Habari, nauliza kama mko wazi Jumapili",
      "> Habari Omar, Jumapili tuko wazi saa tatu hadi saa nane.",
      "< Na Malindi mnaleta?",
    ],
  },
  {
    who: 16,
    endedHoursAgo: 15,
    lines: [
      "< Nduku hapa, mama Purity. Mbegu za mahindi zimefika?",
      "> Zimefika jana: DUMA 43 na H614.",
      "< Bei?",
      "> Pakiti ya kilo mbili ni KES 620.",
      "< Nihifadhie nne mpaka Jumanne",
      "> Tumehifadhi. Karibu.",
    ],
  },
  {
    who: 17,
    endedHoursAgo: 18,
    lines: [
      "< Your rider was very rude to my daughter",
      "> We are very sorry to hear this, Quinter. May we ask what happened?",
      "< He shouted because she did not have change",
      "> That must not happen. We have spoken to him and will send a voucher of KES 300 today.",
      "< Thank you for taking it seriously",
    ],
  },
  {
    who: 18,
    endedHoursAgo: 20,
    number: 1,
    lines: [
      "< Quote for 40 bags cement delivered to Ruiru please",
      "> Hi Robert. 40 x 720 = KES 28,800, delivery 1,800. Total KES 30,600.",
      "< Can you do 30,000 flat?",
      "> For payment today, yes: KES 30,000.",
      "< Done, sending now",
      "> Received. Truck leaves at 2 pm.",
    ],
  },
  {
    who: 19,
    endedHoursAgo: 22,
    unread: 1,
    lines: [
      "< Assalam aleikum, mzigo wa Lamu umefika Mokowe?",
      "> Waleikum salaam Salma. Umefika leo saa saba, mashua inaondoka kesho saa mbili.",
      "< Alhamdulillah. Nitume mtu achukue bandarini?",
    ],
  },
  {
    who: 20,
    endedHoursAgo: 23,
    lines: [
      "< Ile jiko koa inatumia makaa kiasi gani?",
      "> Nusu ya jiko la kawaida, Titus. Ina warranty ya mwaka mmoja.",
      "< Poa, bei bado ni 4,500?",
      "> Wiki hii ni 3,990 kwa ofa ya mwisho wa mwezi.",
      "< Nakuja nayo kesho basi",
      "> Karibu, tuko.",
    ],
  },
  ...olderExchanges,
];
