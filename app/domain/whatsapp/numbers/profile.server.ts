import { squareOf } from "#app/domain/accounts/profile/picture.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { accessTokenOf, findSender } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { profileChanged } from "#app/domain/whatsapp/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import {
  readBusinessProfile,
  uploadProfilePicture,
  writeBusinessProfile,
} from "#app/providers/meta/businessProfile.server.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import type { BusinessProfileInput } from "./schemas.ts";

/** Meta's required width and height of a picture, in pixels. */
const pictureSide = 640;

const asRefusal = (error: unknown) => {
  throw metaRefusal(error);
};

/**
 * A number's public profile, as Meta has it. @throws DomainError `whatsapp_number.not_found`,
 * `whatsapp.not_connected`, `meta.unreachable`, `meta.refused`.
 */
export async function getBusinessProfile(ctx: OrgContext, phoneNumberId: string) {
  const { number, account } = await findSender(ctx, phoneNumberId);
  const profile = await readBusinessProfile(ctx.graph, accessTokenOf(ctx, account), phoneNumberId).catch(
    asRefusal,
  );
  return { profile, displayPhoneNumber: number.displayPhoneNumber, verifiedName: number.verifiedName };
}

/**
 * Updates a number's public profile at Meta. An empty about text is not sent, since Meta refuses it. @throws
 * DomainError as `getBusinessProfile`.
 */
export async function updateBusinessProfile({
  ctx,
  input: { phoneNumberId, ...given },
}: Call<BusinessProfileInput & { phoneNumberId: string }>): Promise<{ saved: true }> {
  const { number, account } = await findSender(ctx, phoneNumberId);
  const { website1, website2, about, ...rest } = given;
  await writeBusinessProfile(ctx, accessTokenOf(ctx, account), phoneNumberId, {
    ...rest,
    ...(about ? { about } : {}),
    websites: [website1, website2].filter(Boolean),
  }).catch(asRefusal);
  await noteChange(ctx, { account, number: number.displayPhoneNumber, picture: false });
  return { saved: true };
}

/**
 * Replaces a number's picture. The upload is read only after the number's ownership is checked. @throws
 * DomainError `profile_picture.*`, and as `getBusinessProfile`.
 */
export async function updateBusinessPicture({
  ctx,
  input: { phoneNumberId, readPicture },
}: Call<{ phoneNumberId: string; readPicture: () => Promise<Buffer> }>): Promise<{ saved: true }> {
  const { number, account } = await findSender(ctx, phoneNumberId);
  const token = accessTokenOf(ctx, account);
  const picture = await squareOf(ctx.orgId, await readPicture(), pictureSide);
  const pictureHandle = await uploadProfilePicture(ctx, token, picture).catch(asRefusal);
  await writeBusinessProfile(ctx, token, phoneNumberId, { pictureHandle }).catch(asRefusal);
  await noteChange(ctx, { account, number: number.displayPhoneNumber, picture: true });
  return { saved: true };
}

const noteChange = (
  ctx: OrgContext,
  { account, number, picture }: { account: { id: string; name: string }; number: string; picture: boolean },
) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    record(tx, ctx, profileChanged, {
      subject: account.id,
      data: { account: account.name, number, picture },
    }),
  );
