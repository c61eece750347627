import { ask, choose, definition, end, handover, tag } from "#app/domain/flows/outline/build.ts";
import { m } from "#messages";
import { closing, type ReadyMade } from "./kind.ts";

export const satisfaction: ReadyMade = {
  key: "satisfaction",
  about: m.flows_satisfaction_about,
  languages: {
    en: {
      name: "Satisfaction, 1 to 5",
      definition: definition(
        ["feedback", "rate"],
        [
          choose(
            "s1",
            "score",
            "How satisfied are you with our service?",
            ["1 > s4", "2 > s4", "3", "4", "5"],
            { field: "satisfaction", listButton: "Rate us" },
          ),
          ask("s2", "comment", "Thank you for the {score}. What could we do better?"),
          end("s3", "Thank you, {name}. That helps us."),
          ask("s4", "comment", "We are sorry about that. What went wrong?"),
          tag("s5", "unhappy"),
          handover("s6", "Thank you for telling us. Our team gets in touch with you here."),
        ],
        closing("Thank you for your time."),
      ),
    },
    sw: {
      name: "Kuridhika, 1 hadi 5",
      definition: definition(
        ["maoni", "kadiria"],
        [
          choose(
            "s1",
            "alama",
            "Umeridhika kiasi gani na huduma yetu?",
            ["1 > s4", "2 > s4", "3", "4", "5"],
            {
              field: "satisfaction",
              listButton: "Toa alama",
            },
          ),
          ask("s2", "maoni", "Asante kwa {alama}. Tuboreshe nini?"),
          end("s3", "Asante, {name}. Maoni yako yanatusaidia."),
          ask("s4", "maoni", "Pole sana. Nini hakikwenda vizuri?"),
          tag("s5", "unhappy"),
          handover("s6", "Asante kwa kutuambia. Mhudumu wetu atakujibu hapa."),
        ],
        closing("Asante kwa muda wako."),
      ),
    },
    fr: {
      name: "Satisfaction, de 1 à 5",
      definition: definition(
        ["avis", "noter"],
        [
          choose(
            "s1",
            "note",
            "Êtes-vous satisfait de notre service ?",
            ["1 > s4", "2 > s4", "3", "4", "5"],
            { field: "satisfaction", listButton: "Donner une note" },
          ),
          ask("s2", "commentaire", "Merci pour ce {note}. Que pouvons-nous améliorer ?"),
          end("s3", "Merci, {name}. Cela nous aide."),
          ask("s4", "commentaire", "Nous en sommes désolés. Qu'est-ce qui n'allait pas ?"),
          tag("s5", "unhappy"),
          handover("s6", "Merci de nous l'avoir dit. Notre équipe vous répond ici."),
        ],
        closing("Merci de votre temps."),
      ),
    },
  },
};
