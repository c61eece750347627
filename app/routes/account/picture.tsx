import { data, href, redirectDocument } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { useAuth } from "#app/web/auth.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/picture";
import { ProfilePicture } from "./profilePicture.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.account_profile_picture() }];

export function loader() {
  return null;
}

/** A multipart form brings a picture and is streamed to the API; any other form removes it. */
export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext);
  const type = request.headers.get("content-type") ?? "";
  const brings = /^multipart\/form-data\b/i.test(type);
  try {
    if (brings)
      await api.raw(
        "POST /profile/picture",
        {},
        { headers: { "content-type": type }, ...(request.body ? { body: request.body } : {}) },
      );
    else await api("DELETE /profile/picture", {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ message: error.message }, { status: error.status });
  }
  const text = brings ? m.account_picture_saved() : m.account_picture_removed();
  return redirectDocument(href("/profile"), { headers: withToast({ kind: "success", text }) });
}

export default function Picture({ actionData }: Route.ComponentProps) {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={m.common_profile()}
        actions={
          <ButtonLink to={href("/profile")} variant="quiet">
            {m.account_back_to_profile_link()}
          </ButtonLink>
        }
      />
      <ProfilePicture avatar={user.avatar} error={actionData?.message} />
    </div>
  );
}
