import { asc, eq } from "drizzle-orm";
import { monthlyUsage } from "#app/db/schema/money/ledger.ts";
import {
  type SequenceStep,
  sequenceEnrolments,
  sequenceStepRuns,
  type sequences,
} from "#app/db/schema/sequences/sequences.ts";
import { enrolOne } from "#app/domain/sequences/enrol.server.ts";
import { runSequences } from "#app/domain/sequences/run.server.ts";
import { type OrgContext, systemContext } from "#app/platform/context.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";
import { createRules } from "./rules.ts";
import { fillWallet } from "./sending.ts";
import { sequenceOn } from "./sequences.ts";

export const twoMessages = (templateId: string): SequenceStep[] => [
  { id: "s1", kind: "send", templateId, values: [] },
  { id: "s2", kind: "wait", wait: { until: "days", amount: 2 } },
  { id: "s3", kind: "send", templateId, values: [] },
];

/** Shops with a customer, money and a sequence. */
export function createSequenceShops(platform: TestPlatform) {
  const rules = createRules(platform);
  const { chats, letSend } = rules;

  /** Neither money nor included messages are left. */
  const spendAll = (org: TestOrg) =>
    platform.services.db.withSystem(async (tx) => {
      await tx.insert(monthlyUsage).values({ orgId: org.orgId, month: "2026-11", includedUsed: 1_000_000 });
      await fillWallet(platform, org, -100);
    });

  /** A shop with money, and a sequence that is on. */
  async function shopWith(
    steps: (templateId: string) => SequenceStep[],
    settings: Partial<typeof sequences.$inferInsert> = {},
    money = true,
  ) {
    const shop = await chats.shopWithCustomer();
    const components = [{ type: "BODY" as const, text: "Habari" }];
    const templateId = await chats.addTemplate(shop.org, shop.accountId, { components });
    await letSend(shop);
    if (!money) await spendAll(shop.org);
    const ctx = systemContext(platform.services, shop.org.orgId, "test");
    const sequenceId = await sequenceOn(ctx, steps(templateId), settings);
    return { ...shop, ctx, sequenceId, templateId };
  }

  interface InShop {
    ctx: OrgContext;
    sequenceId: string;
    contactId: string;
  }
  const enrol = (
    { ctx, sequenceId, contactId }: InShop,
    more: { subjectId?: string; anchorAt?: Date } = {},
  ) => enrolOne({ ctx, input: { sequenceId, contactId, source: "api", ...more } });

  const enrolmentsOf = ({ ctx }: Pick<InShop, "ctx">) =>
    ctx.db.withOrg(ctx.orgId, (tx) =>
      tx
        .select()
        .from(sequenceEnrolments)
        .where(eq(sequenceEnrolments.orgId, ctx.orgId))
        .orderBy(asc(sequenceEnrolments.id)),
    );
  const runsOf = ({ ctx }: Pick<InShop, "ctx">) =>
    ctx.db.withOrg(ctx.orgId, (tx) =>
      tx
        .select()
        .from(sequenceStepRuns)
        .where(eq(sequenceStepRuns.orgId, ctx.orgId))
        .orderBy(asc(sequenceStepRuns.stepId)),
    );
  const sentBy = async ({ org }: { org: TestOrg }) => (await chats.outgoing(org)).length;
  const run = () => runSequences(platform.services);

  return { ...rules, shopWith, enrol, enrolmentsOf, runsOf, sentBy, run };
}
