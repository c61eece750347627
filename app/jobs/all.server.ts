import { expireConversationsJob } from "./expireConversations.server.ts";
import { importContacts, resumeContactImports } from "./importContacts.server.ts";
import type { Job } from "./jobs.server.ts";
import { mailEmailChangeCodeJob } from "./mailEmailChangeCode.server.ts";
import { noteRefusedSignInJob } from "./noteRefusedSignIn.server.ts";
import { prepareCampaignJob, prepareDueCampaignsJob } from "./prepareCampaign.server.ts";
import { pruneIdentityJob } from "./pruneIdentity.server.ts";
import { releaseExpiredHolds } from "./releaseExpiredHolds.server.ts";
import { sendMail } from "./sendMail.server.ts";
import { sendOneTimeCodeJob } from "./sendOneTimeCode.server.ts";
import { submitTemplateLater } from "./submitTemplate.server.ts";
import { syncAllTemplates, syncTemplates } from "./syncTemplates.server.ts";
import { tellOwnerJob } from "./tellOwner.server.ts";

/** Every job of the platform; a worker process runs them all. */
export const allJobs: readonly Job[] = [
  expireConversationsJob,
  importContacts,
  resumeContactImports,
  mailEmailChangeCodeJob,
  noteRefusedSignInJob,
  prepareCampaignJob,
  prepareDueCampaignsJob,
  pruneIdentityJob,
  releaseExpiredHolds,
  sendMail,
  sendOneTimeCodeJob,
  submitTemplateLater,
  syncTemplates,
  syncAllTemplates,
  tellOwnerJob,
];
