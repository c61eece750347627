import { Readable } from "node:stream";
import type { OrgContext } from "#app/platform/context.ts";
import type { Graph } from "./graph.server.ts";
import { managementCall } from "./managementCall.server.ts";
import { uploadFile } from "./resumableUpload.server.ts";

/** The customer-visible profile of a number (facts/whatsapp-cloud-api.md §3.4). */
export interface BusinessProfile {
  about: string;
  address: string;
  description: string;
  email: string;
  websites: string[];
  vertical: string;
  hasPicture: boolean;
}

interface RawProfile {
  about?: string;
  address?: string;
  description?: string;
  email?: string;
  websites?: string[];
  vertical?: string;
  profile_picture_url?: string;
}

const fields = "about,address,description,email,profile_picture_url,websites,vertical";
const pathOf = (phoneNumberId: string) => `/${encodeURIComponent(phoneNumberId)}/whatsapp_business_profile`;

export async function readBusinessProfile(
  graph: Graph,
  accessToken: string,
  phoneNumberId: string,
): Promise<BusinessProfile> {
  const answer = await graph.call<{ data?: RawProfile[] }>({
    method: "GET",
    path: pathOf(phoneNumberId),
    query: { fields },
    accessToken,
  });
  const raw = answer.data?.[0] ?? {};
  return {
    about: raw.about ?? "",
    address: raw.address ?? "",
    description: raw.description ?? "",
    email: raw.email ?? "",
    websites: raw.websites ?? [],
    vertical: raw.vertical ?? "",
    hasPicture: Boolean(raw.profile_picture_url),
  };
}

export async function writeBusinessProfile(
  ctx: OrgContext,
  accessToken: string,
  phoneNumberId: string,
  changes: Partial<Omit<BusinessProfile, "hasPicture">> & { pictureHandle?: string },
): Promise<void> {
  const { pictureHandle, ...rest } = changes;
  await managementCall(ctx, {
    method: "POST",
    path: pathOf(phoneNumberId),
    body: {
      messaging_product: "whatsapp",
      ...rest,
      ...(pictureHandle ? { profile_picture_handle: pictureHandle } : {}),
    },
    accessToken,
  });
}

/** Returns the handle that names the picture in a profile. */
export function uploadProfilePicture(
  ctx: OrgContext,
  accessToken: string,
  picture: { bytes: Buffer; contentType: string },
): Promise<string> {
  return uploadFile(ctx.graph, {
    accessToken,
    appId: ctx.config.meta.appId,
    file: {
      content: async (start) => Readable.from(picture.bytes.subarray(start)),
      bytes: picture.bytes.length,
      contentType: picture.contentType,
      fileName: "picture",
    },
  });
}
