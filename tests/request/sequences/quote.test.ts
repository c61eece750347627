import { expect, it } from "vitest";
import type { SequenceStep } from "#app/db/schema/sequences/sequences.ts";
import type { templates } from "#app/db/schema/whatsapp/templates.ts";
import { systemContext } from "#app/platform/context.ts";
import { sequenceOn } from "#tests/support/sequences.ts";
import { setUpSmsPlatform } from "#tests/support/sms.ts";

const platform = setUpSmsPlatform();

/** A shop whose template has an SMS, with a sequence of two messages; an SMS part costs KES 1.50, a message KES 2. */
async function shopWithSequence(
  options: Parameters<typeof platform.newShop>[0] = {},
  values: string[] = [],
  change: Partial<typeof templates.$inferInsert> = {},
) {
  const shop = await platform.newShop(options);
  if (change.components) await shop.changeTemplate(change);
  const { templateId } = shop;
  const steps: SequenceStep[] = [
    { id: "s1", kind: "send", templateId, values },
    { id: "s2", kind: "wait", wait: { until: "days", amount: 1 } },
    { id: "s3", kind: "check", fact: "tags", operator: "contains", value: "vip", otherwise: "end" },
    { id: "s4", kind: "send", templateId, values },
  ];
  const sequenceId = await sequenceOn(systemContext(platform.services, shop.org.orgId, "test"), steps);
  const quote = () => platform.call("GET /sequences/:sequenceId/quote", { sequenceId, to: "all" }, shop.org);
  return { ...shop, quote };
}

it("names the SMS of a sequence's messages, with the most that one and all of them can cost", async () => {
  const { quote } = await shopWithSequence({ text: "x".repeat(400), maxKes: 10 });
  expect(await quote()).toMatchObject({
    ...{ people: 1, messagesEach: 2, totalCents: 900, missingCents: 0 },
    sms: { waitSeconds: 10, partCents: 150, mostCents: 450, messagesEach: 2, addsCents: 500 },
  });
});

it("never quotes more than the template's most, and nothing where WhatsApp is dearer", async () => {
  const { quote } = await shopWithSequence();
  expect(await quote()).toMatchObject({ totalCents: 400, sms: { mostCents: 150, addsCents: 0 } });
  const long = await shopWithSequence({ text: "x".repeat(400), maxKes: 3 });
  expect(await long.quote()).toMatchObject({ totalCents: 600, sms: { mostCents: 300 } });
});

it("names no SMS where the template has none", async () => {
  const { quote, changeTemplate } = await shopWithSequence();
  await changeTemplate({ sms: null });
  expect(await quote()).toMatchObject({ totalCents: 400, sms: null });
});

it("counts a name by the longest, and what only the sending knows by the template's most", async () => {
  const change = {
    components: [{ type: "BODY" as const, text: "Habari {{1}}" }],
    sms: { text: "Habari {{1}}", waitSeconds: 10, maxCents: 500 },
  };
  const named = await shopWithSequence({}, ["{name}"], change);
  expect(await named.quote()).toMatchObject({ sms: { mostCents: 150 } });
  const mixed = await shopWithSequence({}, ["{name}: {has_paid}"], change);
  expect(await mixed.quote()).toMatchObject({ sms: { mostCents: 450 } });
});
