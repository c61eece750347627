import { endDueOverrides } from "#app/domain/console/endOverrides.server.ts";
import { measurePlatformJob } from "#app/domain/console/jobs.ts";
import { measurePlatform } from "#app/domain/console/measure.server.ts";
import { endDueVisits } from "#app/domain/console/support/change.server.ts";
import { endDueSwitches } from "#app/domain/console/switches.server.ts";
import { sealEvents } from "#app/domain/record/audit/seal.server.ts";
import { handler } from "./handler.ts";

export const measurePlatformHandler = handler(measurePlatformJob, async (services) => {
  await endDueOverrides({ services });
  await endDueSwitches({ services });
  await endDueVisits({ services });
  await sealEvents({ services });
  await measurePlatform({ services });
});
