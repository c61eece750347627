import type { LegalSection, Operator } from "./legalText.ts";

/** Last change of the text, ISO date. */
export const privacyChangedOn = "2026-11-01";

/** The Privacy Policy: twelve sections. */
export function privacyPolicy({ brand, salesEmail }: Operator): LegalSection[] {
  return [
    {
      title: "Who we are",
      paragraphs: [
        `${brand} is a platform with which organisations send and answer WhatsApp messages. This policy says what personal data we handle, why, and what you can ask of us.`,
        "For the account data of the organisations that use the platform we are the data controller. For the messages and contacts that an organisation brings, the organisation is the controller and we are its data processor, in the sense of the Data Protection Act, 2019 of Kenya.",
      ],
    },
    {
      title: "What we collect",
      paragraphs: ["We collect what the service needs and no more:"],
      list: [
        "Account data: name, business name, email address, phone number, a picture if you add one, and a password that we store only as a hash.",
        "Contact data that an organisation imports: names, phone numbers, tags and the record of consent.",
        "Conversation data: messages sent and received, with their time and delivery state.",
        "Technical data: IP address, browser and the actions taken in the account, for security and for the activity log.",
      ],
    },
    {
      title: "How we use it",
      paragraphs: ["We use personal data to run the service and for nothing else. That means:"],
      list: [
        "to deliver messages and to show their state;",
        "to sign you in and to keep your account safe;",
        "to bill what was used;",
        "to answer when you ask for help;",
        "to meet our duties under the law.",
      ],
    },
    {
      title: "On which legal basis",
      paragraphs: [
        "We handle account data to perform our contract with you, technical data for our legitimate interest in a secure service, and billing data because tax law requires it. Marketing messages are sent only to people who gave consent to the organisation that writes to them, and anyone can take that consent back by answering STOP, ACHA or ARRÊT.",
      ],
    },
    {
      title: "WhatsApp and Meta",
      paragraphs: [
        "Messages travel over the WhatsApp Business Platform of Meta Platforms. Meta handles them under its own terms and privacy policy. We store the access that you give us to your WhatsApp Business account in encrypted form and use it only for what you do here.",
      ],
    },
    {
      title: "Whom we share it with",
      paragraphs: [
        "We do not sell personal data. We share it with Meta to deliver messages, with payment and hosting providers that work for us under contract, and with authorities where the law obliges us to. Other organisations on the platform never see your data.",
      ],
    },
    {
      title: "How long we keep it",
      paragraphs: [
        "Conversation data is retained for about 30 days after the last message and then deleted. Contacts stay until the organisation deletes them. Account data stays while the account exists. Invoices are kept as long as tax law requires.",
      ],
    },
    {
      title: "How we protect it",
      paragraphs: [
        "Connections are encrypted. Keys and access tokens are encrypted at rest. Each organisation's data is kept apart by two independent mechanisms. Every change leaves a trace in the activity log. If a breach puts you at risk, we tell you and the Data Commissioner within the time that the law sets.",
      ],
    },
    {
      title: "Where it is kept",
      paragraphs: [
        "We keep data in data centres that we choose for their security. Where data leaves Kenya, we see to it that it has a protection equal to the one that Kenyan law gives.",
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        `You may ask what we hold about you, have it corrected or deleted, receive a copy, and object to its use. Write to ${salesEmail}. If you received a message from an organisation, please write to that organisation first; we help it to answer. You may also complain to the Office of the Data Protection Commissioner of Kenya.`,
      ],
    },
    {
      title: "Children",
      paragraphs: [
        "The service is not for users under 16. We do not knowingly collect their data, and we delete it when we learn of it.",
      ],
    },
    {
      title: "Changes and contact",
      paragraphs: [
        `When this policy changes we publish the new text here with its date, and tell account owners by email when the change matters. Questions are welcome at ${salesEmail}.`,
      ],
    },
  ];
}
