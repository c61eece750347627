import { expect, it } from "vitest";
import { loader } from "#app/routes/contacts/bulk.tsx";
import { setUpPlatform } from "#tests/support/platform.ts";
import { openScreen } from "#tests/support/screens.ts";
import { addContacts } from "#tests/support/sending.ts";

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
