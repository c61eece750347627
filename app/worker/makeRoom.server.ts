import { z } from "zod";
import { makeRoom, waitingForLimit } from "#app/domain/messaging/campaigns/limit.server.ts";
import { makeRoomJob } from "#app/domain/messaging/jobs.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const makeRoomHandler = handler(makeRoomJob, (services, { orgId, phoneNumberId }) =>
  services.db.withOrg(orgId as OrgId, (tx) =>
    makeRoom(tx, { orgId: orgId as OrgId, phoneNumberId, now: services.clock.now() }),
  ),
);

/** Every minute: the messaging limit counts the last 24 hours, so capacity returns with time. */
export const makeRoomEverywhereHandler = handler(
  job({ name: "make-room-everywhere", payload: z.object({}), every: "* * * * *" }),
  async (services) => {
    for (const { orgId, phoneNumberId } of await waitingForLimit(services))
      await services.jobs.enqueue(
        makeRoomJob,
        { orgId, phoneNumberId },
        { key: `${orgId} ${phoneNumberId}` },
      );
  },
);
