/** Longer than other files, because these are texts in three languages. */
import type { FlowDefinition, FlowLanguage } from "#app/db/schema/flows/flows.ts";
import {
  ask,
  choose,
  consent,
  definition,
  end,
  handover,
  say,
  tag,
  task,
} from "#app/domain/flows/outline/build.ts";
import { m } from "#messages";

export interface ReadyMade {
  key: string;
  about: () => string;
  languages: Readonly<Record<FlowLanguage, { name: string; definition: FlowDefinition }>>;
}

const appointment: ReadyMade = {
  key: "appointment",
  about: m.flows_appointment_about,
  languages: {
    en: {
      name: "Book an appointment",
      definition: definition(
        ["book", "appointment", "booking"],
        [
          choose("s1", "service", "Welcome, {name}. What would you like to book?", [
            "Consultation",
            "Repair",
            "Delivery",
            "Something else",
          ]),
          ask("s2", "day", "On which day? Write a date, like 25/12/2026, or “tomorrow”.", {
            check: "coming_date",
          }),
          choose("s3", "time", "At what time of day?", ["Morning", "Afternoon", "Evening"]),
          ask("s4", "phone", "On which number may we call you?", {
            check: "phone",
            field: "callback number",
          }),
          choose("s5", "confirmed", "{service} on {day}, {time}. We call {phone}. Is that right?", [
            "Yes > s6",
            "Change it > s1",
          ]),
          tag("s6", "appointment"),
          task("s7", "Confirm to {name}: {service} on {day}, {time}"),
          handover("s8", "Thank you. Our team confirms your appointment here."),
        ],
      ),
    },
    sw: {
      name: "Weka miadi",
      definition: definition(
        ["miadi", "weka miadi", "booking"],
        [
          choose("s1", "huduma", "Karibu, {name}. Ungependa miadi ya nini?", [
            "Ushauri",
            "Matengenezo",
            "Kuletewa mzigo",
            "Jambo lingine",
          ]),
          ask("s2", "siku", "Siku gani? Andika tarehe, kama 25/12/2026, au “kesho”.", {
            check: "coming_date",
          }),
          choose("s3", "wakati", "Wakati gani wa siku?", ["Asubuhi", "Mchana", "Jioni"]),
          ask("s4", "simu", "Tukupigie kwa nambari gani?", { check: "phone", field: "callback number" }),
          choose("s5", "sawa", "{huduma} tarehe {siku}, {wakati}. Tutapiga {simu}. Ni sawa?", [
            "Ndiyo > s6",
            "Badilisha > s1",
          ]),
          tag("s6", "appointment"),
          task("s7", "Thibitisha kwa {name}: {huduma} tarehe {siku}, {wakati}"),
          handover("s8", "Asante. Mhudumu wetu atathibitisha miadi yako hapa."),
        ],
      ),
    },
    fr: {
      name: "Prendre rendez-vous",
      definition: definition(
        ["rendez-vous", "rdv"],
        [
          choose("s1", "service", "Bienvenue, {name}. Pour quoi prenez-vous rendez-vous ?", [
            "Conseil",
            "Réparation",
            "Livraison",
            "Autre chose",
          ]),
          ask("s2", "jour", "Quel jour ? Écrivez une date, comme 25/12/2026, ou « demain ».", {
            check: "coming_date",
          }),
          choose("s3", "moment", "À quel moment de la journée ?", ["Matin", "Après-midi", "Soir"]),
          ask("s4", "téléphone", "À quel numéro pouvons-nous vous appeler ?", {
            check: "phone",
            field: "callback number",
          }),
          choose(
            "s5",
            "accord",
            "{service} le {jour}, {moment}. Nous appelons le {téléphone}. C'est bien cela ?",
            ["Oui > s6", "Changer > s1"],
          ),
          tag("s6", "appointment"),
          task("s7", "Confirmer à {name} : {service} le {jour}, {moment}"),
          handover("s8", "Merci. Notre équipe confirme votre rendez-vous ici."),
        ],
      ),
    },
  },
};

const countyIssue: ReadyMade = {
  key: "county-issue",
  about: m.flows_county_issue_about,
  languages: {
    en: {
      name: "Report an issue to the county",
      definition: definition(
        ["report", "issue"],
        [
          choose("s1", "issue", "What would you like to report?", [
            "Road or pothole",
            "Water",
            "Waste collection",
            "Street light",
            "Something else",
          ]),
          ask("s2", "ward", "In which ward or estate is it?", { field: "ward" }),
          ask("s3", "details", "What happened? One or two sentences help us most."),
          ask("s4", "since", "Since when? Write a date, or “today”.", { check: "date" }),
          choose("s5", "urgency", "Is anybody in danger?", ["Yes > s7", "No"]),
          say("s6", "Thank you. We noted: {issue} in {ward}, since {since}.", "s8"),
          tag("s7", "urgent"),
          tag("s8", "county report"),
          task("s9", "Answer the report of {name}: {issue}, {ward}", "{details}"),
          handover("s10", "Your report is with our team, who answer you here."),
        ],
      ),
    },
    sw: {
      name: "Ripoti tatizo kwa kaunti",
      definition: definition(
        ["ripoti", "tatizo"],
        [
          choose("s1", "tatizo", "Ungependa kuripoti nini?", [
            "Barabara au shimo",
            "Maji",
            "Ukusanyaji wa taka",
            "Taa za barabarani",
            "Jambo lingine",
          ]),
          ask("s2", "wadi", "Ni katika wadi au mtaa gani?", { field: "ward" }),
          ask("s3", "maelezo", "Nini kilitokea? Sentensi moja au mbili zinatosha."),
          ask("s4", "tangu", "Tangu lini? Andika tarehe, au “leo”.", { check: "date" }),
          choose("s5", "hatari", "Je, kuna mtu aliye hatarini?", ["Ndiyo > s7", "Hapana"]),
          say("s6", "Asante. Tumeandika: {tatizo}, {wadi}, tangu {tangu}.", "s8"),
          tag("s7", "urgent"),
          tag("s8", "county report"),
          task("s9", "Jibu ripoti ya {name}: {tatizo}, {wadi}", "{maelezo}"),
          handover("s10", "Ripoti yako iko kwa wahudumu wetu, watakujibu hapa."),
        ],
      ),
    },
    fr: {
      name: "Signaler un problème au comté",
      definition: definition(
        ["signaler", "signalement"],
        [
          choose("s1", "problème", "Que souhaitez-vous signaler ?", [
            "Route ou nid-de-poule",
            "Eau",
            "Déchets",
            "Éclairage public",
            "Autre chose",
          ]),
          ask("s2", "quartier", "Dans quel quartier ?", { field: "ward" }),
          ask("s3", "détails", "Que s'est-il passé ? Une ou deux phrases suffisent."),
          ask("s4", "depuis", "Depuis quand ? Écrivez une date, ou « aujourd'hui ».", { check: "date" }),
          choose("s5", "danger", "Quelqu'un est-il en danger ?", ["Oui > s7", "Non"]),
          say("s6", "Merci. Nous avons noté : {problème}, {quartier}, depuis le {depuis}.", "s8"),
          tag("s7", "urgent"),
          tag("s8", "county report"),
          task("s9", "Répondre au signalement de {name} : {problème}, {quartier}", "{détails}"),
          handover("s10", "Votre signalement est chez notre équipe, qui vous répond ici."),
        ],
      ),
    },
  },
};

const closing = (text: string) => ({ afterwards: "end" as const, text, remindMinutes: 60, endMinutes: 240 });

const satisfaction: ReadyMade = {
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

const optIn: ReadyMade = {
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

export const readyMade: readonly ReadyMade[] = [appointment, countyIssue, satisfaction, optIn];
