import { z } from "zod";
import {
  getNotificationChoices,
  updateNotificationChoices,
} from "#app/domain/insights/notifications/choices.server.ts";
import { markRead } from "#app/domain/insights/notifications/markRead.server.ts";
import {
  countUnread,
  listNotifications,
  unreadCounts,
} from "#app/domain/insights/notifications/queries.server.ts";
import { choices } from "#app/domain/insights/notifications/schemas.ts";
import { unsubscribe } from "#app/domain/insights/weeklyReport/unsubscribe.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";
import { eventStream } from "../events.server.ts";

export const notifications = {
  "GET /notifications": endpoint({
    act: "notifications.view",
    input: z.object({}),
    run: async ({ ctx }) => listNotifications(ctx),
  }),
  "GET /notifications/unread": endpoint({
    act: "notifications.view",
    input: z.object({}),
    run: async ({ ctx }) => countUnread(ctx),
  }),
  /** The counts as server-sent events, on every change. */
  "GET /notifications/events": endpoint({
    act: "notifications.view",
    input: z.object({}),
    run: async ({ ctx, request }) => eventStream(ctx, request, unreadCounts(ctx)),
  }),
  "GET /notifications/choices": endpoint({
    act: "notifications.view",
    input: z.object({}),
    run: async ({ ctx }) => getNotificationChoices(ctx),
  }),
  "PUT /notifications/choices": endpoint({
    act: "notifications.manage",
    input: z.object({ choices, weeklyReport: z.boolean().optional() }),
    run: async ({ ctx, input }) => updateNotificationChoices({ ctx, input }),
  }),
  /** By the signed address in a weekly report, without a session. */
  "POST /weekly-report/unsubscribe": endpoint({
    act: "public.use",
    input: z.object({ token: z.string().max(300) }),
    limit: { max: 60, windowSeconds: 60 },
    run: ({ ctx, input }) => unsubscribe({ ctx, input }),
  }),
  "POST /notifications/read": endpoint({
    act: "notifications.manage",
    input: z.object({ id: idOf("notification", z.string()).optional() }),
    run: async ({ ctx, input }) => markRead({ ctx, input }),
  }),
};
