import { isPartner, isStaff } from "#app/platform/roles/accountKinds.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ReferralsOfOrganisation } from "#app/routes/referrals/overview.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/overview";
import { OverviewOfPartner } from "./overviewOfPartner.tsx";
import { OverviewOfStaff } from "./overviewOfStaff.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.common_revenue_share() }];

/** The view of each of the three audiences. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const user = context.get(userContext);
  if (isStaff(user)) {
    const [overview, { partners }, { payouts }] = await Promise.all([
      api("GET /admin/revenue-share", {}),
      api("GET /admin/partners", {}),
      api("GET /admin/payouts", {}),
    ]);
    const unknown = payouts.filter(({ state }) => state === "unknown").length;
    return { view: "staff" as const, overview, partners: partners.slice(0, 5), unknown };
  }
  if (isPartner(user)) {
    const { origin } = new URL(request.url);
    return { view: "partner" as const, origin, own: await api("GET /partner", {}) };
  }
  const referrals = await api("GET /referrals", {});
  return { view: "member" as const, referrals: { ...referrals, mayAct: may(user, "referrals.manage") } };
}

export default function RevenueShareOverview({ loaderData }: Route.ComponentProps) {
  switch (loaderData.view) {
    case "staff":
      return <OverviewOfStaff {...loaderData} />;
    case "partner":
      return <OverviewOfPartner {...loaderData} />;
    case "member":
      return <ReferralsOfOrganisation {...loaderData.referrals} />;
  }
}
