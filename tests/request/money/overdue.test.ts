import { expect, it } from "vitest";
import { createBilledOrg } from "#tests/support/billing.ts";
import { later } from "#tests/support/partners.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform({ startsAt: "2026-11-02T09:00:00Z" });
const billedOrg = () => createBilledOrg(platform);
const staff = () => platform.createOrg("Operations", "admin");
const shown = (org: TestOrg, invoiceId: string) =>
  platform.call("GET /billing/invoices/:invoiceId", { invoiceId }, org);

it("an invoice is overdue everywhere once its due date has passed, without a job", async () => {
  const { org, invoiceId } = await billedOrg();
  const operations = await staff();
  const everywhere = async () => {
    const list = (status: "overdue" | "pending") => platform.call("GET /billing/invoices", { status }, org);
    const staffList = async (status: "overdue" | "pending") => {
      const { invoices: found } = await platform.call("GET /admin/invoices", { status }, operations);
      return found.filter(({ id }) => id === invoiceId).map((row) => row.status);
    };
    const { attention } = await platform.call("GET /dashboard/day", {}, org);
    const { invoice } = await platform.call("GET /admin/invoices/:invoiceId", { invoiceId }, operations);
    const books = await platform.call("GET /admin/billing", {}, operations);
    return {
      page: (await shown(org, invoiceId)).document.status,
      filters: [
        (await list("pending")).invoices.map((row) => row.status),
        (await list("overdue")).invoices.map((row) => row.status),
      ],
      dashboard: attention.some(({ code }) => code === "invoice.overdue"),
      staffPage: invoice.status,
      staffFilters: [await staffList("pending"), await staffList("overdue")],
      hasOverdueCents: books.overdueCents > 0,
    };
  };
  const dueAt = new Date((await shown(org, invoiceId)).document.dueAt!);
  await later(platform, dueAt.getTime() - platform.clock.now().getTime());
  expect(await everywhere()).toMatchObject({
    page: "pending",
    filters: [["pending"], []],
    dashboard: false,
    staffPage: "pending",
    staffFilters: [["pending"], []],
  });
  await later(platform, 1);
  expect(await everywhere()).toEqual({
    page: "overdue",
    filters: [[], ["overdue"]],
    dashboard: true,
    staffPage: "overdue",
    staffFilters: [[], ["overdue"]],
    hasOverdueCents: true,
  });
});
