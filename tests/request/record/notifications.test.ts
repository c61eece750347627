import { describe, expect, it } from "vitest";
import { eventTypes } from "#app/domain/insights/events/words.ts";
import { mailDigests, mailNotifications } from "#app/domain/insights/notifications/mail.server.ts";
import { campaignCompleted } from "#app/domain/messaging/events.ts";
import { newsKindOf } from "#app/domain/record/notifications/kinds.ts";
import { newsKinds } from "#app/domain/record/notifications/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import { newId } from "#app/platform/ids.ts";
import { action as openNotification } from "#app/routes/account/notifications.tsx";
import { notifyAll } from "#tests/support/entries.ts";
import { goodPassword, newestMail, signIn } from "#tests/support/identity.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";

const platform = setUpPlatform();

/** A member whom the organisation invited; returns their session. */
async function joinedBy(org: TestOrg, email = `${newId("usr")}@mail.test`) {
  platform.clock.advance(1000);
  await platform.call("POST /invitations", { email, role: "agent" }, org);
  const { url } = await newestMail(platform, email, "invitation");
  const token = new URL(url).searchParams.get("token")!;
  const newcomer = { firstName: "Njeri", lastName: "Otieno", password: goodPassword };
  const known = await signIn(platform, email).catch(() => undefined);
  await platform.call("POST /invitation/accept", { token, ...(known ? {} : { newcomer }) }, known);
  platform.clock.advance(1000);
  const session = known ?? (await signIn(platform, email));
  const { user } = await platform.call("GET /auth/me", {}, session);
  return { ...session, email, memberId: user.id };
}

describe("notifications", () => {
  it("are shown at the bell until read", async () => {
    const org = await platform.createOrg();
    await notifyAll(org.ctx, { title: "Campaign finished", subject: "cmp_1" });
    expect(await platform.call("GET /notifications/unread", {}, org)).toMatchObject({ unread: 1 });
    const { notifications } = await platform.call("GET /notifications", {}, org);
    expect(notifications).toMatchObject([
      { title: "Campaign finished", readAt: null, href: "/messaging/campaigns/cmp_1" },
    ]);
    expect(await platform.call("POST /notifications/read", {}, org)).toEqual({ marked: 1 });
    expect(await platform.call("GET /notifications/unread", {}, org)).toMatchObject({ unread: 0 });
  });

  it("of another organisation are neither seen nor marked", async () => {
    const org = await platform.createOrg();
    const other = await platform.createOrg();
    await notifyAll(org.ctx, { title: "Template approved" });
    const { notifications } = await platform.call("GET /notifications", {}, org);
    expect((await platform.call("GET /notifications", {}, other)).notifications).toEqual([]);
    expect(await platform.call("POST /notifications/read", { id: notifications[0]!.id }, other)).toEqual({
      marked: 0,
    });
    expect(await platform.call("GET /notifications/unread", {}, org)).toMatchObject({ unread: 1 });
  });

  it("are read by each member separately, and by opening one", async () => {
    const org = await platform.createOrg();
    const colleague = await joinedBy(org);
    await notifyAll(org.ctx, { title: "Template approved", subject: "tpl_1" });
    await notifyAll(org.ctx, { title: "Campaign completed" });
    const { notifications } = await platform.call("GET /notifications", {}, org);
    const approved = notifications.find(({ title }) => title === "Template approved")!;
    const open = (fields: Record<string, string>) =>
      postForm(
        platform,
        openNotification,
        formRequest("/notifications", fields, { cookie: org.cookie, "sec-fetch-site": "same-origin" }),
      );
    const opened = await open({ id: approved.id, to: approved.href! });
    expect(opened).toMatchObject({ status: 302, location: "/templates/tpl_1" });
    // The colleague who joined also creates one.
    expect(await platform.call("GET /notifications/unread", {}, org)).toMatchObject({ unread: 2 });
    expect(await platform.call("GET /notifications/unread", {}, colleague)).toMatchObject({ unread: 2 });
    expect((await open({ to: "https://elsewhere.test/" })).location).toBe("/notifications");
    expect(await platform.call("GET /notifications/unread", {}, org)).toMatchObject({ unread: 0 });
  });

  it("start on the day a member joined, and exclude their own actions", async () => {
    const org = await platform.createOrg();
    const notify = (title: string) => notifyAll(org.ctx, { title });
    await notify("Before");
    const colleague = await joinedBy(org);
    await notify("After");
    const titlesOf = async (reader: { cookie: string }) =>
      (await platform.call("GET /notifications", {}, reader)).notifications.map(({ title }) => title).sort();
    expect(await titlesOf(colleague)).toEqual(["After"]);
    expect(await titlesOf(org)).toEqual(["A new member", "After", "Before"]);
  });

  it("are deleted with a member who leaves, and start again with a new invitation", async () => {
    const org = await platform.createOrg();
    const colleague = await joinedBy(org);
    await notifyAll(org.ctx, { title: "Template approved" });
    await platform.call("DELETE /members/:memberId", { memberId: colleague.memberId }, org);
    const again = await joinedBy(org, colleague.email);
    expect(await platform.call("GET /notifications/unread", {}, again)).toMatchObject({ unread: 0 });
  });
});

describe("notifications by email", () => {
  it("are sent as each member chose, by kind: at once, once a day, or not at all", async () => {
    const org = await platform.createOrg();
    const { email } = (await platform.call("GET /auth/me", {}, org)).user;
    await platform.call(
      "PUT /notifications/choices",
      { choices: { security: "digest", campaigns: "off", messages: "mail" } },
      org,
    );
    const { choices } = await platform.call("GET /notifications/choices", {}, org);
    expect(choices).toMatchObject({ security: "digest", campaigns: "off", messages: "mail", money: "bell" });
    const newsSince = async () => {
      const { rows } = await platform.services.db.owner.query(
        "select 1 from mails where recipient = $1 and kind = 'news'",
        [email],
      );
      return rows.length;
    };
    // The platform's own notifications are of the kind "security".
    await notifyAll(org.ctx, { title: "First" });
    await notifyAll(org.ctx, { title: "Second" });
    await platform.services.db.withSystem((tx) =>
      record(tx, org.ctx, campaignCompleted, {
        subject: "cmp_1",
        data: { campaign: "Offers", recipients: 3, failed: 0 },
      }),
    );
    expect((await mailNotifications({ services: platform.services })).mailed).toBe(0);
    await mailDigests({ services: platform.services });
    await mailDigests({ services: platform.services });
    expect(await newsSince()).toBe(1);
    const { notifications } = await platform.call("GET /notifications", {}, org);
    expect(notifications.map(({ title }) => title).sort()).toEqual(["First", "Second"]);

    await platform.call("PUT /notifications/choices", { choices: { security: "mail" } }, org);
    await notifyAll(org.ctx, { title: "Third" });
    await Promise.all([1, 2].map(() => mailNotifications({ services: platform.services })));
    expect(await newsSince()).toBe(2);
  });

  it("cannot be switched off for support access, and affect no one else's choice", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const off = await platform.request("PUT /notifications/choices", { choices: { security: "off" } }, org);
    expect(off.status).toBe(400);
    await platform.call("PUT /notifications/choices", { choices: { money: "off" } }, org);
    const { choices } = await platform.call("GET /notifications/choices", {}, other);
    expect(choices.money).toBe("bell");
    const every = [...eventTypes.values()].filter(({ bell }) => bell).map(({ name }) => newsKindOf(name));
    expect(new Set(every)).toEqual(new Set(newsKinds));
  });
});
