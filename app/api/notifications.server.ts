import { z } from "zod";
import { markRead } from "#app/domain/notifications/markRead.server.ts";
import { countUnread, listNotifications } from "#app/domain/notifications/queries.server.ts";
import { endpoint } from "./endpoint.ts";

export const notifications = {
  "GET /notifications": endpoint({
    who: "member",
    input: z.object({}),
    run: async ({ ctx }) => listNotifications(ctx),
  }),
  "GET /notifications/unread": endpoint({
    who: "member",
    input: z.object({}),
    run: async ({ ctx }) => countUnread(ctx),
  }),
  "POST /notifications/read": endpoint({
    who: "member",
    input: z.object({ id: z.string().optional() }),
    run: async ({ ctx, input }) => markRead({ ctx, input }),
  }),
};
