/** The default question and its answers, in the languages of contacts. The best is first. */
export const satisfactionTexts = {
  en: {
    question: "How satisfied are you with our help?",
    button: "Choose",
    scores: [
      "5 – Very satisfied",
      "4 – Satisfied",
      "3 – Neither",
      "2 – Dissatisfied",
      "1 – Very dissatisfied",
    ],
  },
  sw: {
    question: "Umeridhika kiasi gani na msaada wetu?",
    button: "Chagua",
    scores: [
      "5 – Nimeridhika sana",
      "4 – Nimeridhika",
      "3 – Wastani",
      "2 – Sijaridhika",
      "1 – Sijaridhika kabisa",
    ],
  },
  fr: {
    question: "Êtes-vous satisfait de notre aide ?",
    button: "Choisir",
    scores: [
      "5 – Très satisfait",
      "4 – Satisfait",
      "3 – Ni l’un ni l’autre",
      "2 – Insatisfait",
      "1 – Très insatisfait",
    ],
  },
} as const;

export type SatisfactionLanguage = keyof typeof satisfactionTexts;
