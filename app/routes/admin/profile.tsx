import { useRouteLoaderData } from "react-router";
import { requireRole } from "#app/middleware/session.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { staffName } from "#app/ui/staffHeader.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/profile";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

export const meta: Route.MetaFunction = () => [{ title: "Profile" }];

/** A loader, so that the guard also runs for client-side navigation. */
export function loader() {
  return null;
}

export default function AdminProfile() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const user = root?.user;
  if (!user) return null;
  return (
    <>
      <PageHeader
        title="Profile"
        actions={
          <>
            <ButtonLink to="/settings" variant="quiet">
              Account Settings
            </ButtonLink>
            <ButtonLink to="/change-password" variant="secondary">
              Change Password
            </ButtonLink>
          </>
        }
      />
      <Card title="Administrator">
        <DescriptionList
          items={[
            { term: "Name", value: staffName(user) },
            { term: "Email", value: user.email },
            { term: "Phone", value: user.phoneNumber || "Not given" },
            {
              term: "Last sign-in",
              value: user.lastLogin ? <Time value={user.lastLogin} /> : "This one is the first",
            },
            { term: "Member since", value: <Time value={user.createdAt} to="day" /> },
          ]}
        />
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
