import type { LegalSection, Operator } from "./legalText.ts";

/** Last change of the text, ISO date. */
export const termsChangedOn = "2026-11-01";

/** The Terms of Service: eleven sections. */
export function termsOfService({ brand, salesEmail }: Operator): LegalSection[] {
  return [
    {
      title: "The agreement",
      paragraphs: [
        `By creating an account you agree to these terms with ${brand}. If you act for an organisation, you confirm that you may bind it.`,
      ],
    },
    {
      title: "The service",
      paragraphs: [
        "The platform lets you connect a WhatsApp Business account, manage contacts and templates, send campaigns, answer customers and see what happened to each message. Sending depends on Meta and on mobile networks, which are outside our control.",
      ],
    },
    {
      title: "Your account",
      paragraphs: [
        "Give true details and keep them current. Keep your password and API key to yourself; what is done with them counts as done by you until you tell us that they are lost. You must be at least 16 years old.",
      ],
    },
    {
      title: "What you may not do",
      paragraphs: ["You may not use the service:"],
      list: [
        "to write to people who did not agree to hear from you, or who said STOP;",
        "for fraud, threats, hatred, or anything that the law of Kenya or of the reader's country forbids;",
        "against the WhatsApp Business and Commerce policies of Meta;",
        "to break, overload or copy the platform.",
      ],
    },
    {
      title: "WhatsApp",
      paragraphs: [
        "You keep your own relation with Meta: its terms apply to your WhatsApp Business account, and Meta may limit or suspend it. We pass on what Meta tells us, and pause sending where continuing would harm you.",
      ],
    },
    {
      title: "Fees and payment",
      paragraphs: [
        "Prices are in Kenya shillings (KES) and are shown before you send. You pay for delivered messages and for the plan that you chose. We may change fees with 30 days notice. Fees are non-refundable except as required by law.",
      ],
    },
    {
      title: "Your data",
      paragraphs: [
        "Your contacts and messages are yours. We handle them as your processor, as the Privacy Policy describes, and you can export your contacts and the results of your campaigns at any time. You are responsible for having a legal basis, such as consent, for everyone you write to.",
      ],
    },
    {
      title: "Suspension and end",
      paragraphs: [
        `You may close your account at any time; write to ${salesEmail} and we do it. We may suspend an account that breaks these terms or puts others at risk; where we can, we say so first and give you time to put it right. For 30 days after the end you can ask us for your data.`,
      ],
    },
    {
      title: "Warranty and liability",
      paragraphs: [
        "We run the service with care and aim for 99.9% uptime, but we cannot promise that every message arrives. To the extent that the law allows, we are not liable for indirect loss, and our liability in a year is limited to the fees that you paid in it. Nothing here limits liability that the law does not let us limit.",
      ],
    },
    {
      title: "Changes to these terms",
      paragraphs: [
        "We publish changes here and tell account owners by email at least 30 days before they take effect. If you do not agree, you may close your account before that day.",
      ],
    },
    {
      title: "Governing law and contact",
      paragraphs: [
        `These terms are governed by the law of Kenya, and the courts of Kenya decide. Before you go to court, please write to ${salesEmail}: most things can be settled in a conversation.`,
      ],
    },
  ];
}
