import { z } from "zod";
import { cardPrefix, locationKeys, mediaKey } from "#app/domain/whatsapp/templates/variables.ts";
import { idOf } from "#app/platform/objectIds.ts";

const value = z.string().min(1).max(1024);
const mediaId = idOf(
  "media",
  z.string().min(1).max(64).meta({ description: "The id of a file that you uploaded." }),
);
const button = z.strictObject({
  index: z.number().int().min(0).max(9).meta({ description: "Its place among the buttons, from 0." }),
  value: value.meta({ description: "The end of a link, or the code to copy." }),
});
const parameters = z.union([z.array(value).max(20), z.record(z.string().max(64), value)]).default([]);

/** The parts of a template besides its text: those of `POST /v1/messages`. */
export const templateParts = {
  header: z
    .strictObject({
      media_id: mediaId.optional(),
      location: z
        .strictObject({
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
          name: value,
          address: value,
        })
        .optional(),
    })
    .optional()
    .meta({ description: "The picture, video, PDF or place at the top, where the template has one." }),
  buttons: z.array(button).max(10).optional(),
  cards: z
    .array(
      z.strictObject({
        media_id: mediaId.optional(),
        parameters,
        buttons: z.array(button).max(2).default([]),
      }),
    )
    .max(10)
    .optional()
    .meta({ description: "The cards of a carousel, in their order." }),
};

type Parts = { [K in keyof typeof templateParts]?: z.output<(typeof templateParts)[K]> };

/** The same by variable key. */
export function valuesOfParts({ header, buttons = [], cards = [] }: Parts): Record<string, string> {
  const values: Record<string, string> = {};
  if (header?.media_id) values[mediaKey] = header.media_id;
  const { location } = header ?? {};
  if (location)
    for (const key of locationKeys) values[key] = String(location[key.slice("header:".length) as "name"]);
  for (const { index, value } of buttons) values[`button:${index}`] = value;
  cards.forEach((card, index) => {
    const prefix = cardPrefix(index);
    if (card.media_id) values[`${prefix}${mediaKey}`] = card.media_id;
    for (const each of card.buttons) values[`${prefix}button:${each.index}`] = each.value;
    const named = Array.isArray(card.parameters)
      ? Object.fromEntries(card.parameters.map((text, place) => [String(place + 1), text]))
      : card.parameters;
    for (const [name, text] of Object.entries(named)) values[`${prefix}${name}`] = text;
  });
  return values;
}
