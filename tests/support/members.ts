import { newId } from "#app/platform/ids.ts";
import { goodPassword, newestMail } from "./identity.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

export const newAddress = () => `${newId("usr")}@mail.test`;

export const newcomer = { firstName: "Njeri", lastName: "Otieno", password: goodPassword };

/** The token in the newest invitation to an address. */
export async function invitationToken(platform: TestPlatform, email: string): Promise<string> {
  const { url } = await newestMail(platform, email, "invitation");
  return new URL(url).searchParams.get("token")!;
}

/** Lets a new person join; returns their session. */
export async function joinOrganisation(platform: TestPlatform, org: TestOrg, role: "admin" | "agent") {
  const email = newAddress();
  await platform.call("POST /invitations", { email, role }, org);
  const token = await invitationToken(platform, email);
  const response = await platform.request("POST /invitation/accept", { token, newcomer });
  if (!response.ok) throw new Error(`accept: ${response.status} ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
  const { user } = await platform.call("GET /auth/me", {}, { cookie });
  return { cookie, email, memberId: user.id };
}
