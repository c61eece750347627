import { type JsonObject, textAt } from "../kit/json.ts";
import type { AuthorisedCall } from "./graphCall.ts";
import { invalidParameter } from "./graphError.ts";
import { jsonReply, type Reply, success } from "./reply.ts";
import type { BusinessPhoneNumber } from "./state.ts";

/** The business profile (facts/whatsapp-cloud-api.md §3.4). */

const LONGEST: Record<string, number> = { about: 139, address: 256, description: 512, email: 128 };
const VERTICALS = new Set(
  "OTHER AUTO BEAUTY APPAREL EDU ENTERTAIN EVENT_PLAN FINANCE GROCERY GOVT HOTEL HEALTH NONPROFIT PROF_SERVICES RETAIL TRAVEL RESTAURANT".split(
    " ",
  ),
);

export function readProfile(_call: AuthorisedCall, number: BusinessPhoneNumber): Reply {
  return jsonReply(200, { data: [{ ...number.profile, messaging_product: "whatsapp" }] });
}

export function writeProfile(call: AuthorisedCall, number: BusinessPhoneNumber): Reply {
  if (textAt(call.body, "messaging_product") !== "whatsapp")
    return invalidParameter("The parameter messaging_product is required.");
  const profile: JsonObject = { ...number.profile };
  for (const [name, longest] of Object.entries(LONGEST)) {
    const text = textAt(call.body, name);
    if (text === undefined) continue;
    if (text.length > longest || (name === "about" && text === ""))
      return invalidParameter(`Param ${name} must be at most ${longest} characters long.`);
    profile[name] = text;
  }
  const vertical = textAt(call.body, "vertical");
  if (vertical !== undefined && !VERTICALS.has(vertical))
    return invalidParameter("Param vertical must be one of the known verticals.");
  if (vertical !== undefined) profile.vertical = vertical;
  const { websites } = call.body;
  if (Array.isArray(websites)) {
    if (websites.length > 2) return invalidParameter("Param websites must have at most 2 entries.");
    profile.websites = websites;
  }
  const handle = textAt(call.body, "profile_picture_handle");
  if (handle !== undefined) {
    if (!call.simulator.uploads.typeOf(handle)?.startsWith("image/"))
      return invalidParameter("Param profile_picture_handle is unknown.");
    profile.profile_picture_url = `${call.baseUrl}/pictures/${number.id}`;
  }
  number.profile = profile;
  call.simulator.state.touch();
  return success();
}
