import { describe, expect, it } from "vitest";
import type { MailContent } from "./content.ts";
import { renderMail } from "./render.ts";

const at = "2026-11-21T09:10:00.000Z";
const contents: MailContent[] = [
  { kind: "code", code: "004217", validUntil: at },
  { kind: "welcome", firstName: "Asha", businessName: "Duka Letu" },
  { kind: "reset", firstName: "Asha", url: "https://app.test/reset-password?token=a.b", validUntil: at },
  { kind: "already_registered", firstName: "Asha" },
  {
    kind: "invitation",
    inviterName: "Juma",
    businessName: "Duka Letu",
    role: "agent",
    url: "https://app.test/invitation?token=c",
    validUntil: at,
  },
  {
    kind: "webhook_failing",
    firstName: "Asha",
    url: "https://hooks.duka.test/tarishi",
    since: at,
    lastAnswer: "500 Internal Server Error",
    isOff: true,
  },
  {
    kind: "news",
    firstName: "Asha",
    businessName: "Duka Letu",
    isDigest: true,
    items: [{ title: "Campaign completed", body: "“Offers” reached 40 of 41 people.", path: null }],
    more: 3,
  },
  {
    kind: "weekly_report",
    ...{ firstName: "Asha", businessName: "Duka Letu", from: "2026-11-23", to: "2026-11-29" },
    figures: {
      ...{ delivered: [1200, 1100], replies: [40, 52], people: [900, 870] },
      ...{ replySeconds: [240, null], satisfaction: [4.3, 4.1] },
    },
    unsubscribeUrl: "https://app.test/unsubscribe/member.signature",
  },
  {
    kind: "security_notice",
    firstName: "Asha",
    event: "Your password was changed.",
    at,
    ipAddress: "10.0.0.1",
    userAgent: "Firefox",
  },
];
const site = { brand: "Tarishi", appUrl: "https://app.test" };

describe("emails", () => {
  it.each(contents)("of kind $kind are text and HTML without anything from elsewhere", (content) => {
    const { subject, text, html } = renderMail(content, site);
    expect(subject).toContain("Tarishi");
    expect(text.length).toBeGreaterThan(80);
    expect(html).toContain(`<title>${subject}</title>`);
    expect(html).not.toMatch(/<(script|link|img|style)\b/);
  });

  it("show the code in both, and until when it is valid in Nairobi", () => {
    const { text, html } = renderMail(contents[0]!, site);
    for (const part of [text, html]) {
      expect(part).toContain("004217");
      expect(part).toContain("12:10 (Nairobi time)");
    }
  });

  it("say that a sign-up was repeated, and whether a password remains", () => {
    const again = renderMail({ ...contents[0]!, repeated: true } as MailContent, site);
    expect(again.text).toContain("submitted again");
    expect(renderMail(contents[0]!, site).text).not.toContain("submitted again");
    const first = renderMail({ ...contents[2]!, isFirst: true } as MailContent, site);
    expect(first.subject).toBe("Choose your Tarishi password");
    expect(first.text).toContain("none of those passwords is valid");
    const given = renderMail({ ...contents[2]!, isGiven: true } as MailContent, site);
    expect(given.text).toContain("An account was created for you");
    expect(given.text).not.toContain("filled in");
  });

  it("carry the link of a reset in both", () => {
    const { text, html } = renderMail(contents[2]!, site);
    for (const part of [text, html]) expect(part).toContain("https://app.test/reset-password?token=a.b");
  });

  it("name the browser of an action as text", () => {
    const userAgent =
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
    const notice = contents.find(({ kind }) => kind === "security_notice");
    const { text } = renderMail({ ...notice, userAgent } as MailContent, site);
    expect(text).toContain("From the address 10.0.0.1, with Chrome on Android.");
  });

  it("do not let a name become markup", () => {
    const { html } = renderMail({ kind: "already_registered", firstName: '<b onclick="x">' }, site);
    expect(html).toContain("Hello &lt;b onclick=&quot;x&quot;&gt;,");
  });
});
