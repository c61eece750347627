import { ask, choose, definition, handover, say, tag, task } from "#app/domain/flows/outline/build.ts";
import { m } from "#messages";
import type { ReadyMade } from "./kind.ts";

export const countyIssue: ReadyMade = {
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
