import { defaultLocale, localeNames } from "#app/platform/locale/locale.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { useAuth } from "#app/web/auth.ts";
import { m } from "#messages";

/**
 * The settings that staff see in a workspace they opened: the organisation's part, without the owner's
 * account.
 */
export function SettingsInVisit() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <div className="max-w-3xl">
      <PageHeader title={m.common_settings()} />
      <div className="grid gap-6">
        <Card title={m.common_organisation()}>
          <DescriptionList
            items={[
              { term: m.common_organisation_name(), value: user.businessName },
              {
                term: m.organisation_language(),
                value: localeNames[user.organisationLocale ?? defaultLocale],
              },
            ]}
          />
        </Card>
        <Notice title={m.organisation_visit_account_title()}>{m.organisation_visit_account_text()}</Notice>
      </div>
    </div>
  );
}
