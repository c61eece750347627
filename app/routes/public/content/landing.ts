/** A line of a demo chat: received from the organisation, or sent by the visitor. */
export interface DemoMessage {
  text: string;
  type: "received" | "sent";
  time: string;
}

export interface Solution {
  id: string;
  name: string;
  title: string;
  text: string;
  points: string[];
  chat: { with: string; messages: DemoMessage[] };
}

export const heroChat: Solution["chat"] = {
  with: "Sample County",
  messages: [
    {
      text: "Habari Asha! Your business permit is ready. Would you like it here as a PDF?",
      type: "received",
      time: "09:41",
    },
    { text: "Ndio, tafadhali", type: "sent", time: "09:42" },
    {
      text: "Here it is. The next renewal is on 31 December; we will remind you.",
      type: "received",
      time: "09:42",
    },
  ],
};

export const solutions: Solution[] = [
  {
    id: "public-sector",
    name: "Public Sector",
    title: "The counter that is always open",
    text: "Permits, bills, clinics and schools: people ask in their own language and get an answer without a queue.",
    points: [
      "Service requests with a reference number",
      "Reminders before a deadline, not after",
      "An audit trail of every answer",
    ],
    chat: {
      with: "Sample e-Services",
      messages: [
        { text: "Where is my ID application?", type: "sent", time: "11:05" },
        {
          text: "It is printed and waits for you at the Nakuru centre, open until 17:00.",
          type: "received",
          time: "11:05",
        },
      ],
    },
  },
  {
    id: "banking",
    name: "Banking & Financial Services",
    title: "Trust, one message at a time",
    text: "Codes, alerts and statements reach the customer in seconds, and a suspicious payment is questioned while it can still be stopped.",
    points: [
      "One-time codes ahead of everything else",
      "Consent kept for every customer",
      "Keys and tokens encrypted at rest",
    ],
    chat: {
      with: "Sample Bank",
      messages: [
        {
          text: "KES\u00a018,500 to a new payee just now. Was it you? Answer 1 for yes, 2 for no.",
          type: "received",
          time: "14:20",
        },
        { text: "2", type: "sent", time: "14:20" },
        { text: "The payment is stopped and your card is safe.", type: "received", time: "14:21" },
      ],
    },
  },
  {
    id: "enterprise",
    name: "Enterprise AI & CRM",
    title: "Every system behind one conversation",
    text: "AI bots answer what they know and hand over what they do not, with the customer's history from your CRM beside the chat.",
    points: [
      "Bots that know when to call a person",
      "CRM records that follow the talk",
      "An API for your own developers",
    ],
    chat: {
      with: "Sample Markets",
      messages: [
        { text: "Is the blue kettle back?", type: "sent", time: "16:32" },
        {
          text: "Yes, 12 pieces at KES\u00a02,450. Shall I keep one for you at the Kisumu branch?",
          type: "received",
          time: "16:32",
        },
      ],
    },
  },
];

export const features = [
  {
    icon: "send",
    title: "Campaigns that arrive",
    text: "Thousands of personal messages at the speed that Meta allows, with the price in KES before you send.",
  },
  {
    icon: "chat",
    title: "Multilingual support",
    text: "Swahili, French and English, in templates, bots and answers.",
  },
  {
    icon: "lock",
    title: "Kept safe",
    text: "End-to-end encryption on WhatsApp, SOC 2 compliance, and each organisation's data apart.",
  },
  {
    icon: "pulse",
    title: "Always there",
    text: "99.9% uptime, and go-live in 4 to 6 weeks with people who stay with you.",
  },
] as const;

export const pricing = {
  plan: "Enterprise",
  price: "Custom",
  features: [
    "Your own verified WhatsApp number",
    "Campaigns, chat, AI bots and CRM integrations",
    "Swahili, French and English",
    "Go-live in 4 to 6 weeks with a team of ours",
    "99.9% uptime and priority support",
  ],
  highlight: true,
  ctaText: "Talk To Us",
};

/** Words of the call to action where a plan has none of its own. */
export const defaultCtaText = "Contact Us";

export const questions = [
  {
    question: "How long until we are live?",
    answer:
      "4 to 6 weeks from the first call: the number, the templates, the bots, your systems and your people, in this order.",
  },
  {
    question: "Which languages do you support?",
    answer: "Swahili, French and English. A template can exist in all three, and each contact gets theirs.",
  },
  {
    question: "Is our customers' data safe?",
    answer:
      "Messages travel with WhatsApp's end-to-end encryption. With us, keys are encrypted at rest, every organisation's data is apart, every change is logged, and we work under SOC 2 controls.",
  },
  {
    question: "Can it work with the systems that we have?",
    answer:
      "Yes. There is an API with webhooks for your developers, and integrations for CRM, e-commerce and support systems.",
  },
];
