import { eq } from "drizzle-orm";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { etimsAccounts } from "#app/db/schema/sales/tax.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { etimsChanged } from "#app/domain/sales/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { TaxDesk } from "#app/platform/gates/etims.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import { accountIn, type TaxAccount } from "./find.server.ts";
import { itemsAtKra } from "./lines.ts";

const boundTo = (orgId: string) => `etims:${orgId}`;

/** A key as stored. */
export const sealDeviceKey = ({ config, orgId }: Pick<OrgContext, "config" | "orgId">, key: string): string =>
  sealSecret(config.encryptionKeys, boundTo(orgId), key);

async function sellerOf({ db, orgId }: Pick<OrgContext, "db" | "orgId">): Promise<string> {
  const [org] = await db.withOrg(orgId, (tx) =>
    tx.select({ name: organisations.name }).from(organisations).where(eq(organisations.id, orgId)),
  );
  return org?.name ?? "";
}

/** KRA for the organisation's device. @throws DomainError `etims.off` where the platform has no eTIMS */
export async function deskOf(ctx: OrgContext, account: TaxAccount): Promise<TaxDesk> {
  if (!ctx.etims) throw salesError("etims.off");
  const { orgId, db } = ctx;
  const { pin } = account;
  const opened = (sealed: string | null) =>
    sealed === null ? null : openSecret(ctx.config.encryptionKeys, boundTo(orgId), sealed);
  return ctx.etims.at({
    ...{ pin, branch: account.branch, serial: account.deviceSerial },
    key: opened(account.typedKeyEncrypted) ?? undefined,
    ...{ itemClass: account.itemClass, items: itemsAtKra, name: await sellerOf(ctx) },
    store: {
      async read() {
        const now = await db.withOrg(orgId, (tx) => accountIn(tx, orgId));
        const { keyEncrypted = null, controlUnitId = null, itemsSavedAt = null } = now ?? {};
        return { key: opened(keyEncrypted), controlUnitId, itemsSavedAt };
      },
      async write({ key, ...given }) {
        const change = { ...given, ...(key ? { keyEncrypted: sealDeviceKey(ctx, key) } : {}) };
        await db.withOrg(orgId, async (tx) => {
          await tx.update(etimsAccounts).set(change).where(eq(etimsAccounts.orgId, orgId));
          if (key) await record(tx, ctx, etimsChanged, { subject: orgId, data: { pin, isOn: account.isOn } });
        });
      },
    },
  });
}
