import { z } from "zod";
import type { StaffAct } from "#app/domain/console/acts.server.ts";
import { countOpenAlerts } from "#app/domain/console/alerts.server.ts";
import {
  endPlanOverride,
  overridePlan,
  renameForStaff,
} from "#app/domain/console/editOrganisation.server.ts";
import {
  createAccountNote,
  refreshAccount,
  reinstateAccount,
  suspendAccountForStaff,
  testConnection,
} from "#app/domain/console/manageAccount.server.ts";
import { getMessageForStaff } from "#app/domain/console/message.server.ts";
import {
  getOrganisation,
  listOrganisations,
  organisationPages,
} from "#app/domain/console/organisations.server.ts";
import { getOverview } from "#app/domain/console/overview.server.ts";
import { countJobs, getJob, inspectQueue, moveJob, moveJobs } from "#app/domain/console/queue.server.ts";
import { reinstateOrganisation } from "#app/domain/console/reinstate.server.ts";
import * as fields from "#app/domain/console/schemas.ts";
import { searchPlatform } from "#app/domain/console/search.server.ts";
import { changeStaffRole, getStaff, listStaff } from "#app/domain/console/staff.server.ts";
import {
  addStaff,
  endStaffSessions,
  reinstateStaff,
  suspendStaff,
} from "#app/domain/console/staffAccounts.server.ts";
import { suspendOrganisation } from "#app/domain/console/suspend.server.ts";
import { switchesOf, switchOff, switchOn } from "#app/domain/console/switches.server.ts";
import { getSystem } from "#app/domain/console/system.server.ts";
import {
  getTemplateForReview,
  listTemplates,
  reviewTemplate,
  setTemplateReview,
} from "#app/domain/console/templates.server.ts";
import {
  getWhatsappAccount,
  listProviderCalls,
  listWhatsappAccounts,
} from "#app/domain/console/whatsappAccounts.server.ts";
import { wordsOf } from "#app/domain/insights/events/words.ts";
import { readHealth } from "#app/domain/insights/health.server.ts";
import { type ConsoleAct, may } from "#app/platform/roles/acts.server.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";
import { jsonDownload } from "./jsonDownload.server.ts";

const orgId = z.string().max(64);
const ofOrganisation = z.object({ orgId });
const ofAccount = z.object({ orgId, accountId: z.string().max(64) });
const ofTemplate = z.object({ orgId, templateId: z.string().max(64) });
const ofStaff = z.object({ staffId: z.string().max(64) });
const ofMessage = z.object({ orgId, messageId: z.string().max(64) });
const ofJob = z.object({ jobId: z.string().max(64) });

const exported = {
  id: m.files_id,
  businessName: m.files_admin_exported_business_name,
  email: m.files_admin_exported_email,
  plan: m.files_admin_exported_plan,
  status: m.files_activity_status,
  messagesUsed: m.files_admin_exported_messages_used,
  messageLimit: m.files_admin_exported_message_limit,
  joinDate: m.files_admin_exported_join_date,
  lastActive: m.files_admin_exported_last_active,
  revenueCents: m.files_admin_exported_revenue_cents,
} as const;
const exportedNames = Object.keys(exported) as (keyof typeof exported)[];

const staff = <A extends ConsoleAct, I extends z.ZodType, O>(
  act: A,
  input: I,
  run: Endpoint<A, I, O>["run"],
) => endpoint<A, I, O>({ act, input, run });

const actInWords = ({ id, orgId, organisation, by, at, ...event }: StaffAct) => ({
  id,
  orgId: organisation === null ? null : orgId,
  organisation,
  by: by ?? "",
  at,
  title: wordsOf(event).title,
  details: wordsOf(event).details,
});

/** The administrator console. */
export const admin = {
  "GET /admin/overview": staff("console.look", z.object({}), async ({ ctx }) => {
    const { recent, ...figures } = await getOverview(ctx);
    return { ...figures, joined: recent.joined, acts: recent.acts.map(actInWords) };
  }),
  "GET /admin/alerts": staff("console.look", z.object({}), async ({ ctx }) => countOpenAlerts(ctx)),
  "GET /admin/search": staff("console.look", fields.consoleSearch, async ({ ctx, input }) =>
    searchPlatform({ ctx, input: { ...input, withMoney: may(ctx.session, "console.money") } }),
  ),
  "GET /admin/export": staff("console.export", fields.exportQuery, async ({ ctx, input }) => {
    const name = `organisations_${dayOf(ctx.clock.now())}`;
    if (input.format === "json") return jsonDownload(`${name}.json`, organisationPages(ctx));
    async function* rows() {
      for await (const page of organisationPages(ctx))
        yield page.map((row) => exportedNames.map((name) => row[name]));
    }
    return csvDownload(
      `${name}.csv`,
      exportedNames.map((name) => exported[name]()),
      rows(),
    );
  }),
  "GET /admin/organisations": staff("console.look", fields.organisationQuery, listOrganisations),
  "GET /admin/organisations/:orgId": staff("console.look", ofOrganisation, async (call) => {
    const { acts, ...found } = await getOrganisation(call);
    const allowed = {
      edit: may(call.ctx.session, "console.plans"),
      suspend: may(call.ctx.session, "console.suspend"),
      visit: may(call.ctx.session, "console.visit"),
    };
    return { ...found, acts: acts.map(actInWords), may: allowed };
  }),
  "GET /admin/organisations/:orgId/health": staff("console.look", ofOrganisation, ({ ctx, input }) =>
    readHealth({ services: ctx, input }),
  ),
  "GET /admin/organisations/:orgId/messages/:messageId": staff("console.look", ofMessage, async (call) => ({
    ...(await getMessageForStaff(call)),
    may: { assist: may(call.ctx.session, "console.assist"), money: may(call.ctx.session, "console.money") },
  })),
  "PUT /admin/organisations/:orgId": staff(
    "console.plans",
    fields.organisationForm.extend({ orgId }),
    renameForStaff,
  ),
  "POST /admin/organisations/:orgId/override": staff(
    "console.plans",
    fields.overrideForm.extend({ orgId }),
    overridePlan,
  ),
  "DELETE /admin/organisations/:orgId/override": staff(
    "console.plans",
    fields.reasonForm.extend({ orgId }),
    endPlanOverride,
  ),
  "POST /admin/organisations/:orgId/suspension": staff(
    "console.suspend",
    fields.suspendForm.extend({ orgId }),
    suspendOrganisation,
  ),
  "DELETE /admin/organisations/:orgId/suspension": staff(
    "console.suspend",
    fields.reasonForm.extend({ orgId }),
    reinstateOrganisation,
  ),
  "GET /admin/organisations/:orgId/switches": staff(
    "console.look",
    ofOrganisation,
    async ({ ctx, input }) => {
      const { organisation } = await getOrganisation({ ctx, input });
      const switches = await ctx.db.withSystem((tx) => switchesOf(tx, input.orgId));
      return {
        businessName: organisation.businessName,
        switches,
        mayChange: may(ctx.session, "console.suspend"),
      };
    },
  ),
  "POST /admin/organisations/:orgId/switches": staff(
    "console.suspend",
    fields.switchOffForm.extend({ orgId }),
    switchOff,
  ),
  "DELETE /admin/organisations/:orgId/switches/:feature": staff(
    "console.suspend",
    fields.switchOnForm.extend({ orgId }),
    switchOn,
  ),
  "GET /admin/whatsapp": staff("console.look", fields.accountQuery, listWhatsappAccounts),
  "GET /admin/whatsapp/:orgId/:accountId": staff("console.look", ofAccount, async (call) => ({
    ...(await getWhatsappAccount(call)),
    may: {
      assist: may(call.ctx.session, "console.assist"),
      suspend: may(call.ctx.session, "console.suspend"),
    },
  })),
  "GET /admin/whatsapp/:orgId/:accountId/calls": staff("console.assist", ofAccount, listProviderCalls),
  "POST /admin/whatsapp/:orgId/:accountId/test": staff("console.assist", ofAccount, testConnection),
  "POST /admin/whatsapp/:orgId/:accountId/notes": staff(
    "console.assist",
    ofAccount.extend(fields.noteForm.shape),
    createAccountNote,
  ),
  "POST /admin/whatsapp/:orgId/:accountId/refresh": staff(
    "console.assist",
    ofAccount.extend(fields.reasonForm.shape),
    refreshAccount,
  ),
  "POST /admin/whatsapp/:orgId/:accountId/suspension": staff(
    "console.suspend",
    ofAccount.extend(fields.reasonForm.shape),
    suspendAccountForStaff,
  ),
  "DELETE /admin/whatsapp/:orgId/:accountId/suspension": staff(
    "console.suspend",
    ofAccount.extend(fields.reasonForm.shape),
    reinstateAccount,
  ),
  "GET /admin/system": staff("console.look", fields.systemQuery, async (call) => ({
    ...(await getSystem(call)),
    mayWork: may(call.ctx.session, "console.system"),
  })),
  "GET /admin/queue": staff("console.system", fields.queueQuery, inspectQueue),
  "GET /admin/queue/count": staff("console.system", fields.jobsFilter, countJobs),
  "POST /admin/queue": staff("console.system", fields.jobsForm, moveJobs),
  "GET /admin/queue/:jobId": staff("console.system", ofJob, getJob),
  "POST /admin/queue/:jobId": staff("console.system", ofJob.extend(fields.jobForm.shape), moveJob),
  "GET /admin/templates": staff("console.look", fields.templateQuery, async (call) => ({
    ...(await listTemplates(call)),
    maySwitch: may(call.ctx.session, "console.govern"),
  })),
  "GET /admin/templates/:orgId/:templateId": staff("console.look", ofTemplate, getTemplateForReview),
  "POST /admin/templates/:orgId/:templateId/review": staff(
    "console.review",
    ofTemplate.extend({ verdict: z.enum(["approve", "return"]), reason: fields.reason }),
    reviewTemplate,
  ),
  "PUT /admin/settings": staff("console.govern", fields.settingsForm, setTemplateReview),
  "GET /admin/staff": staff("console.look", z.object({}), async ({ ctx }) => ({
    ...(await listStaff(ctx)),
    mayChange: may(ctx.session, "console.govern"),
  })),
  "POST /admin/staff": staff("console.govern", fields.staffForm, addStaff),
  "GET /admin/staff/:staffId": staff("console.look", ofStaff, async (call) => {
    const { acts, ...found } = await getStaff(call);
    return { ...found, acts: acts.map(actInWords), mayChange: may(call.ctx.session, "console.govern") };
  }),
  "PUT /admin/staff/:staffId": staff(
    "console.govern",
    fields.staffRoleForm.extend(ofStaff.shape),
    changeStaffRole,
  ),
  "POST /admin/staff/:staffId/suspension": staff(
    "console.govern",
    ofStaff.extend(fields.reasonForm.shape),
    suspendStaff,
  ),
  "DELETE /admin/staff/:staffId/suspension": staff(
    "console.govern",
    ofStaff.extend(fields.reasonForm.shape),
    reinstateStaff,
  ),
  "DELETE /admin/staff/:staffId/sessions": staff(
    "console.govern",
    ofStaff.extend(fields.reasonForm.shape),
    endStaffSessions,
  ),
};
