import { ask, choose, definition, handover, tag, task } from "#app/domain/flows/outline/build.ts";
import { m } from "#messages";
import type { ReadyMade } from "./kind.ts";

export const appointment: ReadyMade = {
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
