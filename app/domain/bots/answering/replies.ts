import type { BotLanguage } from "../words.ts";

/** A bot's built-in replies, in the customer's language. `about` and `hours` are texts of the organisation. */
interface Replies {
  greeting(about: string): string;
  thanks: string;
  askForWords: string;
  refusal(about: string): string;
  didYouMean: string;
  chooseButton: string;
  personButton: string;
  personHint: string;
  handOver(hours: string): string;
}

const withHours = (text: string, hours: string, when: string) =>
  hours ? `${text} ${when}: ${hours}.` : text;

export const replies: Record<BotLanguage, Replies> = {
  en: {
    greeting: (about) => `Hello! I answer questions about this: ${about} What would you like to know?`,
    thanks: "You're welcome. Ask again whenever you like.",
    askForWords: "Please write your question in words, and I'll look for the answer.",
    refusal: (about) =>
      `I can't help with that. I answer questions about this: ${about} Ask in other words, or write AGENT for a person.`,
    didYouMean: "Did you mean one of these?",
    chooseButton: "Choose",
    personButton: "A person",
    personHint: "Somebody of the team answers",
    handOver: (hours) =>
      withHours("I've passed this on to our team. Somebody will answer you here.", hours, "We are open"),
  },
  sw: {
    greeting: (about) => `Habari! Ninajibu maswali kuhusu haya: ${about} Ungependa kujua nini?`,
    thanks: "Karibu sana. Uliza tena wakati wowote.",
    askForWords: "Tafadhali andika swali lako kwa maneno, nami nitatafuta jibu.",
    refusal: (about) =>
      `Samahani, siwezi kusaidia na hilo. Ninajibu maswali kuhusu haya: ${about} Uliza kwa maneno mengine, au andika MTU ili kuongea na mhudumu.`,
    didYouMean: "Je, ulimaanisha mojawapo ya haya?",
    chooseButton: "Chagua",
    personButton: "Mhudumu",
    personHint: "Mtu wa timu yetu atakujibu",
    handOver: (hours) =>
      withHours("Nimepeleka ujumbe wako kwa timu yetu. Mhudumu atakujibu hapa.", hours, "Saa za kazi"),
  },
  fr: {
    greeting: (about) =>
      `Bonjour ! Je réponds aux questions à ce sujet : ${about} Que souhaitez-vous savoir ?`,
    thanks: "Je vous en prie. Écrivez-nous quand vous voulez.",
    askForWords: "Écrivez votre question avec des mots, et je chercherai la réponse.",
    refusal: (about) =>
      `Je ne peux pas vous aider pour cela. Je réponds aux questions à ce sujet : ${about} Posez la question autrement, ou écrivez CONSEILLER pour parler à une personne.`,
    didYouMean: "Vouliez-vous dire l'une de ces questions ?",
    chooseButton: "Choisir",
    personButton: "Une personne",
    personHint: "Quelqu'un de l'équipe répond",
    handOver: (hours) =>
      withHours(
        "J'ai transmis votre message à notre équipe. Quelqu'un vous répondra ici.",
        hours,
        "Nos horaires ",
      ),
  },
};
