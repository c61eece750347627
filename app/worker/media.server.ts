import { fetchMediaJob, sweepMediaJob, uploadMediaJob } from "#app/domain/messaging/jobs.ts";
import { fetchMedia } from "#app/domain/messaging/media/fetch.server.ts";
import { sweepMedia } from "#app/domain/messaging/media/sweep.server.ts";
import { uploadForSending } from "#app/domain/messaging/sender/uploadMedia.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { handler } from "./handler.ts";

export const mediaHandlers = [
  handler(fetchMediaJob, (services, { orgId, mediaId }) =>
    fetchMedia({ ctx: systemContext(services, orgId, "fetch-media"), input: { mediaId } }),
  ),
  handler(uploadMediaJob, (services, { orgId, mediaId }) =>
    uploadForSending({ ctx: systemContext(services, orgId, "upload-media"), input: { mediaId } }),
  ),
  handler(sweepMediaJob, sweepMedia),
] as const;
