import { and, eq } from "drizzle-orm";
import type { UserContext } from "#app/api/context.ts";
import { organisations, users } from "#app/db/schema/identity.ts";
import { monthlyUsage } from "#app/db/schema/money.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { avatarPath } from "#app/domain/profile/schemas.ts";
import { notFound } from "#app/shared/errors.ts";
import { monthOf } from "#app/shared/months.ts";

/** The signed-in user as spec section 3 lists it. */
export async function getCurrentUser(ctx: UserContext) {
  const orgId = ctx.session.orgId;
  return ctx.db.withSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, ctx.session.userId));
    if (!user) throw notFound("User");
    const [org] = orgId ? await tx.select().from(organisations).where(eq(organisations.id, orgId)) : [];
    const [account] = orgId
      ? await tx
          .select({ businessId: whatsappAccounts.businessId, number: phoneNumbers.displayPhoneNumber })
          .from(whatsappAccounts)
          .leftJoin(
            phoneNumbers,
            and(
              eq(phoneNumbers.orgId, whatsappAccounts.orgId),
              eq(phoneNumbers.whatsappAccountId, whatsappAccounts.id),
            ),
          )
          .where(and(eq(whatsappAccounts.orgId, orgId), eq(whatsappAccounts.status, "connected")))
          .limit(1)
      : [];
    const [usage] = orgId
      ? await tx
          .select()
          .from(monthlyUsage)
          .where(
            and(
              eq(monthlyUsage.orgId, orgId),
              eq(monthlyUsage.month, monthOf(ctx.clock.now(), org?.timezone)),
            ),
          )
      : [];
    return {
      id: user.id,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      businessName: org?.name ?? "",
      avatar: avatarPath(user.avatar),
      usertype: user.usertype,
      role: ctx.session.memberRole ?? null,
      phoneNumber: user.phoneNumber ?? "",
      businessId: account?.businessId ?? "",
      whatsappNumber: account?.number ?? "",
      createdAt: user.createdAt,
      lastLogin: user.lastLogin,
      accountStatus: user.accountStatus,
      planType: org?.planType ?? "Starter",
      billingType: org?.billingType ?? "postpaid",
      messagesUsed: usage?.delivered ?? 0,
      messageLimit: org?.messageLimit ?? 1000,
      isVerified: user.isVerified,
      liteMode: user.liteMode,
      hasSecondFactor: ctx.session.hasSecondFactor,
    };
  });
}
