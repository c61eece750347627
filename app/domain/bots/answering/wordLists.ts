import type { BotLanguage } from "../words.ts";

const words = (text: string) => new Set(text.trim().split(/\s+/));

/**
 * Function words and everyday words, folded. They identify the language of short messages, where letter
 * statistics fail, and say nothing about the subject. Swahili includes Sheng.
 */
export const functionWords: Record<BotLanguage, ReadonlySet<string>> = {
  en: words(`the a an is are am was were be been do does did have has had i you he she it we they my your our their me us
    this that these those what which who whom whose when where why how and or but if not no yes of to in on at by for from
    with about can could will would shall should may might must there here please hello hi hey thanks thank ok okay any
    some more much many get got need want like know tell give take make go come back still already also too very just
    dont didnt isnt cant im ive its youre whats morning evening afternoon good day`),
  sw: words(`na ya wa za la cha vya kwa ni si je gani nini nani lini wapi vipi ngapi kwanini mbona hii hiyo ile hizi hizo
    huyu hawa yangu yako yake yetu yenu yao wangu wako langu lako zangu zenu zako changu mimi wewe yeye sisi nyinyi wao
    nina una ana tuna mna wana niko uko yuko tuko mko wako kuna hakuna sina hauna nataka unataka naomba tafadhali asante
    ahsante habari hujambo sijambo mambo poa sawa ndiyo ndio hapana karibu kama lakini au pia sana tu bado tayari leo jana
    kesho sasa saa hapa huko kule mna mnafungua mnafunga mnauza naweza unaweza tunaweza mnaweza ninaweza nipe nisaidie
    niambie nitapata napata kupata kuwa katika hadi mpaka kabla baada bila kila wote yote
    sasa niaje aje uko wapi hivi hivyo vile siku kwenu kwetu kwangu jinsi nawezaje mnaweza iko ziko
    nimesahau nimelipa nimetuma nimepata sijapata haijafika imefika inafika itafika mnapeleka mnaleta mnapatikana
    buda maze bro manze ngoma dooh chapaa mzae fiti gava kitu do ngwenye iyo izo ndo`),
  fr: words(`le la les un une des du de d l et ou mais si ne pas non oui je tu il elle nous vous ils elles on mon ma mes ton
    ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces ca que qui quoi quel quelle quels quelles quand comment
    combien pourquoi est suis es sont etes ai as avons avez ont etait etre avoir faire fait puis peux peut pouvez pourrais
    voudrais veux veut voulez faut avec sans pour par dans sur sous chez vers entre bonjour bonsoir salut merci svp stp
    aujourd hui demain hier ici y a t c qu j m n s se au aux en plus tres bien aussi encore deja toujours jamais
    puis-je est-ce`),
};

/** A message, folded and split into words. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll(/[’']/g, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? [];
