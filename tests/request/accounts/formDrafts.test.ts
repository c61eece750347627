import { type RouterContextProvider, redirect } from "react-router";
import { describe, expect, it } from "vitest";
import { formDrafts } from "#app/db/schema/accounts/sessions.ts";
import { pruneIdentity } from "#app/domain/accounts/sessions/prune.server.ts";
import { sealFormOwner } from "#app/platform/forms/formOwner.server.ts";
import { action as createContact } from "#app/routes/contacts/new.tsx";
import { answerWithForm } from "#app/web/formDraft.server.ts";
import { createLoadContext, type ResumedForm } from "#app/web/platform.server.ts";
import { requireUser } from "#app/web/session.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { formRequest, platformOf } from "#tests/support/screens.ts";

const platform = setUpPlatform();
const origin = "http://localhost:4000";

/** The form token, as on a page of this organisation's owner. */
const tokenOf = (org: TestOrg) =>
  `token.${sealFormOwner(platform.services.config.sessionSecret, org.userId)}`;

/** Sends a form whose session is over through the guard. Returns where the guard leads, and the draft's cookie. */
async function sendSignedOut(request: Request) {
  const context = createLoadContext(platformOf(platform), request);
  const thrown = await Promise.resolve()
    .then(() => requireUser({ request, context } as never, async () => new Response("passed")))
    .catch((error: unknown) => error as Response);
  const { headers } = thrown as Response;
  const location = new URL(headers.get("location") ?? "", origin);
  const [cookie] = headers.getSetCookie();
  return { path: location.pathname, from: location.searchParams.get("from"), cookie: cookie?.split(";")[0] };
}

/**
 * Opens a page after the next sign-in. Returns the form that its action receives, and the action's result.
 */
async function visit(path: string, cookie: string, run: unknown = createContact) {
  let posted: FormData | undefined;
  let shown: unknown;
  const request = new Request(`${origin}${path}`, { headers: { cookie, "x-client-address": "10.0.0.1" } });
  const answer = async (incoming: Request, resumed?: ResumedForm) => {
    if (incoming.method === "GET") return new Response("plain", { headers: { "content-type": "text/html" } });
    posted = await incoming.clone().formData();
    const context = createLoadContext({ ...platformOf(platform), resumed }, incoming);
    shown = await (run as (args: { request: Request; context: RouterContextProvider }) => unknown)({
      request: incoming,
      context,
    });
    return new Response("form", { status: 400, headers: { "content-type": "text/html; charset=utf-8" } });
  };
  const response = await answerWithForm(request, { ...platformOf(platform) }, answer);
  return { posted: posted && [...posted], shown, response };
}

const contact = { name: "Typed Offline", phone: "0712345678", key: "k".repeat(20) };
const drafts = () => platform.services.db.withSystem((tx) => tx.select().from(formDrafts));
const contacts = (org: TestOrg) => platform.call("GET /contacts", {}, org);

describe("a form posted after the session ended", () => {
  it.each(["/contacts/new", "/contacts/new.data", "/contacts/new.data?_routes=x"])(
    "sent to %s leads to the sign-in and back to its page, never to a data address",
    async (path) => {
      const org = await platform.createOrg();
      const sent = await sendSignedOut(formRequest(path, { ...contact, csrf: tokenOf(org) }));
      expect(sent).toMatchObject({ path: "/login", from: "/contacts/new" });
      expect(sent.cookie).toMatch(/^tarishi_draft=/);
    },
  );

  it("is shown again once with everything typed, and nothing is sent automatically", async () => {
    const org = await platform.createOrg();
    const sent = await sendSignedOut(formRequest("/contacts/new.data", { ...contact, csrf: tokenOf(org) }));
    const before = (await contacts(org)).total;
    const back = await visit("/contacts/new", `${org.cookie}; ${sent.cookie}`);
    expect(back.posted).toEqual(Object.entries(contact));
    expect(back.shown).toMatchObject({
      data: {
        code: "form.resumed",
        result: {
          initialValue: { name: "Typed Offline", phone: "0712345678" },
          error: {
            "": ["You were signed out before this form was sent. Check your text and send it again."],
          },
        },
      },
    });
    expect(back.response.status).toBe(200);
    expect(back.response.headers.getSetCookie().join()).toContain("tarishi_draft=; ");
    expect((await contacts(org)).total).toBe(before);
    expect((await visit("/contacts/new", `${org.cookie}; ${sent.cookie}`)).posted).toBeUndefined();
  });

  it("is not shown to someone else who signs in on the same browser", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const { cookie } = await sendSignedOut(formRequest("/contacts/new", { ...contact, csrf: tokenOf(org) }));
    expect((await visit("/contacts/new", `${other.cookie}; ${cookie}`)).posted).toBeUndefined();
    expect((await visit("/contacts/new", `${org.cookie}; ${cookie}`)).posted).toBeDefined();
  });

  it("is shown on its own page only, and never to a signed-out visitor", async () => {
    const org = await platform.createOrg();
    const { cookie } = await sendSignedOut(formRequest("/contacts/new", { ...contact, csrf: tokenOf(org) }));
    expect((await visit("/dashboard", `${org.cookie}; ${cookie}`)).posted).toBeUndefined();
    expect((await visit("/contacts/new", cookie!)).posted).toBeUndefined();
    expect((await visit("/contacts/new", `${org.cookie}; ${cookie}`)).posted).toBeDefined();
  });

  it("stores no password, code or key, and is encrypted at rest", async () => {
    const org = await platform.createOrg();
    const secrets = { currentPassword: "maziwa", otp: "123456", consumerSecret: "cs", consumerKey: "ck" };
    const csrf = tokenOf(org);
    const { cookie } = await sendSignedOut(formRequest("/contacts/new", { ...secrets, ...contact, csrf }));
    expect(JSON.stringify(await drafts())).not.toMatch(/Typed Offline|0712345678/);
    const back = await visit("/contacts/new", `${org.cookie}; ${cookie}`);
    expect(back.posted).toEqual(Object.entries(contact));
  });

  it("with a file asks for the file again and keeps the rest", async () => {
    const org = await platform.createOrg();
    const body = new FormData();
    body.set("csrf", tokenOf(org));
    body.set("name", "Typed Offline");
    body.set("file:header", new File([new Uint8Array(2_000_000)], "photo.jpg"));
    body.set("phone", "0712345678");
    const request = new Request(`${origin}/contacts/new`, { method: "POST", body });
    const { cookie } = await sendSignedOut(request);
    const back = await visit("/contacts/new", `${org.cookie}; ${cookie}`);
    expect(back.posted).toEqual([
      ["name", "Typed Offline"],
      ["phone", "0712345678"],
    ]);
    expect(JSON.stringify(back.shown)).toContain("Choose your files");
  });

  it("is stored for no one when its token is not ours, is too large, or is no form", async () => {
    const org = await platform.createOrg();
    const before = (await drafts()).length;
    const forged = `token.${sealFormOwner("another secret", org.userId)}`;
    const large = { text: "x".repeat(450_000), csrf: tokenOf(org) };
    for (const fields of [{ ...contact, csrf: forged }, { ...contact, csrf: "" }, contact, large])
      expect(await sendSignedOut(formRequest("/contacts/new", fields as Record<string, string>))).toEqual({
        path: "/login",
        from: "/contacts/new",
        cookie: undefined,
      });
    const broken = new Request(`${origin}/contacts/new`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: "no parts",
    });
    expect((await sendSignedOut(broken)).cookie).toBeUndefined();
    expect(await drafts()).toHaveLength(before);
  });

  it("is kept for an hour", async () => {
    const org = await platform.createOrg();
    const { cookie } = await sendSignedOut(formRequest("/contacts/new", { ...contact, csrf: tokenOf(org) }));
    platform.clock.advance(61 * 60_000);
    expect((await visit("/contacts/new", `${org.cookie}; ${cookie}`)).posted).toBeUndefined();
    await pruneIdentity({ services: platform.services });
    expect(await drafts()).toEqual([]);
  });

  it("leads back to the page of a form whose own address shows nothing", async () => {
    const org = await platform.createOrg();
    const referer = `${origin}/chat/cnv_1`;
    const request = formRequest("/chat/cnv_1/react.data", { emoji: "👍", csrf: tokenOf(org) }, { referer });
    const sent = await sendSignedOut(request);
    expect(sent.from).toBe("/chat/cnv_1");
    const elsewhere = { referer: "https://evil.test/chat" };
    const strange = formRequest("/chat/cnv_1/react", { emoji: "👍", csrf: tokenOf(org) }, elsewhere);
    expect((await sendSignedOut(strange)).from).toBe("/chat/cnv_1/react");
  });

  it("follows the redirect of a step that changes nothing", async () => {
    const org = await platform.createOrg();
    const { cookie } = await sendSignedOut(formRequest("/contacts/new", { ...contact, csrf: tokenOf(org) }));
    const request = new Request(`${origin}/contacts/new`, {
      headers: { cookie: `${org.cookie}; ${cookie}`, "x-client-address": "10.0.0.1" },
    });
    const answer = await answerWithForm(request, platformOf(platform), async () => redirect("/contacts/x"));
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/contacts/x"]);
  });
});
