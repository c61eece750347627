import { choose, consent, definition, end } from "#app/domain/flows/outline/build.ts";
import { m } from "#messages";
import { closing, type ReadyMade } from "./kind.ts";

export const optIn: ReadyMade = {
  key: "opt-in",
  about: m.flows_opt_in_about,
  languages: {
    en: {
      name: "Opt-in to offers",
      definition: definition(
        ["offers", "subscribe"],
        [
          choose(
            "s1",
            "agrees",
            "May we send you offers and news on WhatsApp? You can stop them at any time with STOP.",
            ["Yes, please > s2", "No, thanks > s4"],
          ),
          consent("s2", true),
          end("s3", "Thank you. You get our offers from now on. Write STOP to end them."),
          end("s4", "All right, we send you no offers."),
        ],
        closing("We send you no offers. Write OFFERS if you change your mind."),
      ),
    },
    sw: {
      name: "Kukubali matangazo",
      definition: definition(
        ["matangazo", "ofa"],
        [
          choose(
            "s1",
            "anakubali",
            "Tukutumie ofa na habari kwa WhatsApp? Unaweza kusimamisha wakati wowote kwa STOP.",
            ["Ndiyo, tafadhali > s2", "Hapana, asante > s4"],
          ),
          consent("s2", true),
          end("s3", "Asante. Utapokea ofa zetu kuanzia sasa. Andika STOP kusimamisha."),
          end("s4", "Sawa, hatutakutumia ofa."),
        ],
        closing("Hatutakutumia ofa. Andika OFA ukibadili nia."),
      ),
    },
    fr: {
      name: "Accord pour les offres",
      definition: definition(
        ["offres", "abonner"],
        [
          choose(
            "s1",
            "accord",
            "Pouvons-nous vous envoyer des offres sur WhatsApp ? Vous les arrêtez à tout moment avec STOP.",
            ["Oui, volontiers > s2", "Non, merci > s4"],
          ),
          consent("s2", true),
          end("s3", "Merci. Vous recevez nos offres dès maintenant. Écrivez STOP pour arrêter."),
          end("s4", "Très bien, nous ne vous envoyons pas d'offres."),
        ],
        closing("Nous ne vous envoyons pas d'offres. Écrivez OFFRES si vous changez d'avis."),
      ),
    },
  },
};
