import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { Toasts } from "#app/ui/toast.tsx";
import { takeToast, withToast } from "#app/web/toast.server.ts";
import { placesFor } from "./places.server.ts";
import { SideNavigation } from "./sideNavigation.tsx";

const currentAt = (path: string) => {
  const navigation = createElement(SideNavigation, {
    label: "Main",
    groups: placesFor({ usertype: "individual" }, false).groups,
    unread: { unread: 0, waitingConversations: 0, prompts: 0 },
  });
  const html = renderToStaticMarkup(createElement(MemoryRouter, { initialEntries: [path] }, navigation));
  return [...html.matchAll(/<a(?=[^>]*aria-current="page")[^>]*title="([^"]+)"/g)].map((match) => match[1]);
};

describe("the side navigation", () => {
  it.each([
    ["/dashboard", "Overview"],
    ["/whatsapp", "WhatsApp Setup"],
    ["/whatsapp-setup", "WhatsApp Setup"],
    ["/whatsapp/wac_1/disconnect", "WhatsApp Setup"],
    ["/messaging/campaigns/new", "Campaigns"],
    ["/deals/dea_1", "Deals"],
    ["/tasks", "Tasks"],
    ["/integrations/rules/rul_1", "Rules"],
    ["/integrations/slack", "Connections"],
    ["/integrations/mpesa/til_1/statement", "M-Pesa tills"],
    ["/integrations/etims", "eTIMS invoices"],
    ["/requests/new", "Payment requests"],
    ["/developers/keys", "Developers"],
    ["/revenue-share", "Revenue Share"],
    ["/preview", "Preview"],
    ["/analytics", "Analytics"],
    ["/settings/members", "All settings"],
  ])("at %s highlights %s and nothing else", (path, title) => {
    expect(currentAt(path)).toEqual([title]);
  });

  it("has at most thirteen entries, with at most four parts each", () => {
    const entries = placesFor({ usertype: "individual" }, false).groups.flatMap((group) => group.entries);
    expect(entries.length).toBeLessThanOrEqual(13);
    expect(Math.max(...entries.map(({ parts }) => parts?.length ?? 0))).toBeLessThanOrEqual(4);
  });

  it("highlights nothing when no entry matches", () => {
    for (const path of ["/profile", "/chatter"]) expect(currentAt(path)).toEqual([]);
  });
});

/** The toast of the page that follows a response with `withToast`. */
function nextToast(text: string) {
  const [cookie] = withToast({ kind: "success", text }).getSetCookie();
  return takeToast(new Request("http://localhost/", { headers: { cookie: cookie!.split(";")[0]! } })).toast;
}

describe("a toast", () => {
  it("with the same text as the last one is shown again", () => {
    const [first, second] = [nextToast("Profile saved."), nextToast("Profile saved.")];
    expect(first).toMatchObject({ kind: "success", text: "Profile saved." });
    expect(second?.id).not.toBe(first?.id);
  });

  it("can be dismissed without script", () => {
    const html = renderToStaticMarkup(createElement(Toasts, { toast: nextToast("Profile saved.") }));
    expect(html).toMatch(/<details[^>]* open=""><summary aria-label="Close this message">/);
  });

  it("of an edited cookie is ignored, or plain text", () => {
    const shown = (cookie: string) =>
      takeToast(new Request("http://localhost/", { headers: { cookie: `tarishi_toast=${cookie}` } })).toast;
    expect(shown("%7Bbroken")).toBeNull();
    expect(shown("null")).toBeNull();
    const edited = shown(encodeURIComponent(JSON.stringify({ kind: "alarm", text: "<b>Hi</b>" })));
    expect(edited).toMatchObject({ kind: "success", text: "<b>Hi</b>" });
    expect(renderToStaticMarkup(createElement(Toasts, { toast: edited }))).toContain("&lt;b&gt;Hi");
  });
});
