import { z } from "zod";
import { snoozeTime } from "#app/domain/messaging/conversations/schemas.ts";
import { idOf } from "#app/platform/objectIds.ts";

export const scheduledMessageId = idOf("scheduledMessage", z.string().max(64));

/** When it is sent, by the clocks of the organisation. */
export const sendTime = snoozeTime;
