import { expect, it } from "vitest";
import { loader } from "#app/routes/contacts/bulk.tsx";
import { setUpPlatform } from "#tests/support/platform.ts";
import { openScreen } from "#tests/support/screens.ts";
import { addContacts } from "#tests/support/sending.ts";
import { addOpenSequence } from "#tests/support/sequences.ts";

const platform = setUpPlatform();

interface Step {
  count: number;
  act: string | null;
  problem?: { id: string };
  change: { act: string } | null;
}

it("chooses the action first, asks only for what it needs, and then for confirmation", async () => {
  const org = await platform.createOrg();
  await addContacts(platform, org, 5);
  const step = (query: Record<string, string>) =>
    openScreen<Step>(platform, loader, `/contacts/bulk?${new URLSearchParams(query)}`, org);
  expect(await step({})).toMatchObject({ count: 5, act: null, change: null });
  expect(await step({ act: "everything" })).toMatchObject({ act: null, change: null });
  const first = await step({ act: "add_tag" });
  expect(first).toMatchObject({ act: "add_tag", change: null });
  expect(first.problem).toBeUndefined();
  expect(await step({ act: "add_tag", ofTag: "" })).toMatchObject({ problem: { id: "ofTag" }, change: null });
  expect(await step({ act: "add_tag", ofTag: "vip" })).toMatchObject({ change: { act: "add_tag" } });
  expect(await step({ act: "set_field", fieldId: "", newValue: "" })).toMatchObject({
    problem: { id: "fieldId" },
  });
  const proof = { consentSource: "Shop", consentWording: "Yes", consentDate: "2999-01-01" };
  expect(await step({ act: "record_consent", ...proof })).toMatchObject({ problem: { id: "consentDate" } });
  // Nothing to fill in: its second step is the confirmation.
  for (const act of ["delete", "withdraw_consent"])
    expect(await step({ act })).toMatchObject({ change: { act } });
});

it("leads picked contacts, and those of a tag, to the price of a sequence", async () => {
  const org = await platform.createOrg();
  const [contactId] = await addContacts(platform, org, 2);
  const sequenceId = await addOpenSequence(org.ctx);
  const open = (query: Record<string, string>) =>
    openScreen<Step>(platform, loader, `/contacts/bulk?${new URLSearchParams(query)}`, org);
  const leadsTo = async (query: Record<string, string>) => {
    const answer = await open({ ...query, act: "enrol", sequenceId }).catch((thrown: unknown) => thrown);
    return (answer as Response).headers.get("location");
  };
  const picked = { which: "chosen", id: contactId! };
  expect(await open({ ...picked, act: "enrol" })).toMatchObject({ sequences: [{ id: sequenceId }] });
  const enrol = `/sequences/${sequenceId}/enrol`;
  expect(await leadsTo(picked)).toBe(`${enrol}?to=chosen&chosen=${contactId}`);
  expect(await leadsTo({ which: "all", tag: "vip" })).toBe(`${enrol}?to=tag&tag=vip`);
  // A search is no audience.
  expect(await open({ which: "all", q: "asha" })).toMatchObject({ mayEnrol: false });
});
