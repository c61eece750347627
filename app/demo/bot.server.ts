import type { Tx } from "#app/db/client.server.ts";
import { botEntries, botQuestions, bots, botTexts } from "#app/db/schema/bots/bots.ts";
import { addDefaultQuestions } from "#app/domain/bots/addDefaultQuestions.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { type DemoEntryKey, demoEntries } from "./botEntries.ts";
import { demoOutside, demoQuestions } from "./botQuestions.ts";

const languages = ["en", "sw", "fr"] as const;

export interface DemoBot {
  botId: string;
  /** The ids of its entries. */
  entryIdOf: ReadonlyMap<DemoEntryKey, string>;
}

/** The audience of the bot. */
export const demoBotTag = "mombasa";

/** A bot that already replies to the customers of Mombasa, with its entries and its evaluation set. */
export async function createDemoBot(tx: Tx, orgId: OrgId, clock: OrgContext["clock"]): Promise<DemoBot> {
  const createdAt = clock.now();
  const at = createdAt.getTime();
  const ofBot = { orgId, botId: newId("bot", at) };
  const keys = Object.keys(demoEntries) as DemoEntryKey[];
  const idOf = new Map(keys.map((key) => [key, newId("ben", at)]));
  await tx.insert(bots).values({
    orgId,
    id: ofBot.botId,
    name: "Duka Letu",
    status: "live",
    label: demoBotTag,
    about: "Duka Letu sells household goods in Nairobi and Mombasa.",
    openingHours: "Mon–Sat 8:00–19:00, Sun 10:00–16:00",
    publishedAt: createdAt,
    createdAt,
  });
  await tx.insert(botEntries).values([...idOf.values()].map((id) => ({ ...ofBot, id, createdAt })));
  await tx.insert(botTexts).values(
    keys.flatMap((key) =>
      languages.map((language) => {
        const [question, phrases, answer] = demoEntries[key][language];
        return { ...ofBot, entryId: idOf.get(key)!, language, question, phrases: [...phrases], answer };
      }),
    ),
  );
  await addDefaultQuestions(tx, { orgId, clock }, ofBot.botId);
  await tx.insert(botQuestions).values([
    ...keys.flatMap((key) =>
      Object.entries(demoQuestions[key]).flatMap(([language, questions]) =>
        questions.map((question) => ({
          ...ofBot,
          id: newId("bqu", at),
          question,
          language: language === "sheng" ? ("sw" as const) : (language as "en" | "sw" | "fr"),
          expects: "entry" as const,
          expectedEntryId: idOf.get(key)!,
          createdAt,
        })),
      ),
    ),
    ...demoOutside.map(([question, language, expects]) => ({
      ...ofBot,
      id: newId("bqu", at),
      question,
      language,
      expects,
      createdAt,
    })),
  ]);
  return { botId: ofBot.botId, entryIdOf: idOf };
}
