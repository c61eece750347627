import type { AnswerCheck, FlowLanguage } from "#app/db/schema/flows/flows.ts";

/** A flow's built-in texts. */
export const flowTexts: Readonly<
  Record<FlowLanguage, Record<AnswerCheck | "tap" | "first" | "ended" | "person" | "choose", string>>
> = {
  en: {
    text: "Please answer in words.",
    number: "Please answer with a number, like 12.",
    date: "Please answer with a date, like 25/12/2026.",
    coming_date: "Please answer with today or a day to come, like 25/12/2026.",
    phone: "Please answer with a phone number, like 0712 345 678.",
    email: "Please answer with an e-mail address, like asha@example.com.",
    choice: "Please answer with one of these:",
    tap: "Please choose one of these.",
    first: "This is the first question.",
    ended: "All right, we stop here. Write to us whenever you like.",
    person: "Thank you. A member of our team will answer you here.",
    choose: "Choose",
  },
  sw: {
    text: "Tafadhali jibu kwa maneno.",
    number: "Tafadhali jibu kwa nambari, kama 12.",
    date: "Tafadhali jibu kwa tarehe, kama 25/12/2026.",
    coming_date: "Tafadhali jibu kwa siku ya leo au ijayo, kama 25/12/2026.",
    phone: "Tafadhali jibu kwa nambari ya simu, kama 0712 345 678.",
    email: "Tafadhali jibu kwa barua pepe, kama asha@example.com.",
    choice: "Tafadhali jibu kwa mojawapo ya haya:",
    tap: "Tafadhali chagua moja.",
    first: "Hili ni swali la kwanza.",
    ended: "Sawa, tunaishia hapa. Tuandikie wakati wowote.",
    person: "Asante. Mhudumu wetu atakujibu hapa.",
    choose: "Chagua",
  },
  fr: {
    text: "Répondez avec des mots, s'il vous plaît.",
    number: "Répondez par un nombre, comme 12.",
    date: "Répondez par une date, comme 25/12/2026.",
    coming_date: "Répondez par la date d'aujourd'hui ou d'un jour à venir, comme 25/12/2026.",
    phone: "Répondez par un numéro de téléphone, comme 0712 345 678.",
    email: "Répondez par une adresse e-mail, comme asha@example.com.",
    choice: "Répondez par l'un de ces choix :",
    tap: "Choisissez l'une de ces réponses.",
    first: "C'est la première question.",
    ended: "Très bien, nous nous arrêtons ici. Écrivez-nous quand vous voulez.",
    person: "Merci. Un membre de notre équipe vous répondra ici.",
    choose: "Choisir",
  },
};

/** Commands that work everywhere in a flow, in every language, when they are the whole message. */
const commands = {
  back: ["back", "go back", "rudi", "rudi nyuma", "nyuma", "retour", "revenir"],
  menu: ["menu", "start over", "restart", "orodha", "menyu", "anza upya", "recommencer", "accueil"],
  quit: ["cancel", "quit", "exit", "end", "ghairi", "sitisha", "maliza", "toka", "annuler", "quitter", "fin"],
  person: ["agent", "person", "human", "mtu", "mhudumu", "wakala", "conseiller", "conseillere", "personne"],
} as const;
export type Command = keyof typeof commands;

/** The text in lower case, without accents and punctuation. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

export function commandOf(text: string): Command | undefined {
  const said = folded(text);
  return (Object.keys(commands) as Command[]).find((name) =>
    (commands[name] as readonly string[]).includes(said),
  );
}
