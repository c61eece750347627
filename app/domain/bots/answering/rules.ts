import type { Reason } from "../words.ts";
import { wordsOf } from "./wordLists.ts";

/** Requests in words, folded; a phrase matches as a sequence of whole words. */
const phrases = (...lines: string[]) =>
  lines.flatMap((line) => line.split(",").map((text) => wordsOf(text).join(" ")));

const person = phrases(
  "agent,human,a person,real person,speak to someone,talk to someone,talk to a person,customer care,representative,operator",
  "call me,mtu,wakala,mhudumu,nataka kuongea na mtu,kuongea na mtu,niongee na mtu,nipigie,nipigieni,mtu halisi,msimamizi,customer service",
  "conseiller,une personne,un humain,parler a quelqu un,parler a une personne,appelez moi,service client",
);
const payment = phrases(
  "refund,refunded,my money,charged twice,double charged,overcharged,wrong amount,paid but,payment failed,reversal,reverse",
  "pesa yangu,rudisha pesa,rudishieni pesa,nirudishie,nimelipa lakini,nimelipa mara mbili,malipo yamekataa,nimekatwa,rudisha doo",
  "rembourser,rembourse,remboursement,mon argent,debite deux fois,paye mais,paiement refuse,paiement echoue",
);
const complaint = phrases(
  "complaint,complain,terrible,scam,fraud,thief,thieves,lawyer,police,sue,useless,angry,worst,rubbish",
  "malalamiko,lalamika,nalalamika,wezi,mwizi,utapeli,tapeli,wakili,polisi,mbaya sana,hovyo,nimekasirika,wakora,mkora",
  "plainte,reclamation,arnaque,escroc,escroquerie,voleur,voleurs,avocat,police,scandaleux,inadmissible,furieux,nul",
);
const injection = phrases(
  "ignore previous,ignore all,ignore your,ignore the,disregard,system prompt,system text,your instructions,your prompt,you are now",
  "pretend to be,act as,developer mode,jailbreak,other customers,other tenants,other organisations,another business,database,api key",
  "puuza maagizo,sahau maagizo,maagizo yako,jifanye,wateja wengine,ignorez les,ignore les,oublie tes,oublie les,tes instructions,vos instructions",
  "instructions systeme,fais semblant,autres clients,maelekezo yako",
);
const greetings = phrases(
  "hi,hello,hey,good morning,good afternoon,good evening,hallo,habari,hujambo,mambo,niaje,sasa,vipi,shikamoo,salamu,habari yako,habari za asubuhi,habari za leo",
  "mambo vipi,bonjour,bonsoir,salut,coucou,bonjour madame,bonjour monsieur,hi there,hello there,habari yenu,xaxa,hey there,karibu",
);
const thanks = phrases(
  "thanks,thank you,thank you very much,thanks a lot,ok,okay,ok thanks,okay thanks,great,asante,asante sana,ahsante,shukrani,sawa,sawa sawa,poa,poa sana,merci,merci beaucoup,d accord,ok merci,sawa asante,poa asante",
);

const contains = (folded: string, list: readonly string[]) =>
  list.some((phrase) => ` ${folded} `.includes(` ${phrase} `));

/** A request that needs no knowledge of the business. */
export type Intent =
  | { kind: "handover"; reason: Extract<Reason, "asked_for_person" | "payment" | "complaint"> }
  | { kind: "injection" | "greeting" | "thanks" | "wordless" | "question" };

/** A turn's request. Of several messages in a row, a request for a person wins. */
export function intentOf(text: string): Intent {
  const intents = text.split("\n").map(intentOfMessage);
  const [first] = intents;
  if (first && intents.every(({ kind }) => kind === first.kind)) return first;
  return intents.find(({ kind }) => kind === "handover") ?? intentOfMessage(text);
}

function intentOfMessage(text: string): Intent {
  const words = wordsOf(text);
  const folded = words.join(" ");
  if (!/\p{L}{2,}/u.test(text)) return { kind: /[👍🙏❤😊]/u.test(text) ? "thanks" : "wordless" };
  if (contains(folded, injection)) return { kind: "injection" };
  if (contains(folded, person)) return { kind: "handover", reason: "asked_for_person" };
  if (contains(folded, payment)) return { kind: "handover", reason: "payment" };
  if (contains(folded, complaint)) return { kind: "handover", reason: "complaint" };
  if (greetings.includes(folded)) return { kind: "greeting" };
  return thanks.includes(folded) ? { kind: "thanks" } : { kind: "question" };
}
