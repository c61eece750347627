import { href, Link, Form as SearchForm, useSearchParams } from "react-router";
import { BrandMark } from "#app/ui/brand.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LanguageForm } from "#app/ui/languageForm.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { m } from "#messages";

interface Staff {
  firstName: string;
  lastName: string;
}

/** The header of every page for administrators: search, open alerts, the export, the user, and sign-out. */
export function StaffHeader({
  user,
  brand,
  openAlerts,
  mayExport,
  inert,
}: {
  user: Staff;
  brand: string;
  openAlerts: number;
  mayExport: boolean;
  inert: boolean;
}) {
  const [query] = useSearchParams();
  return (
    <header className="staff-bar" inert={inert}>
      <div>
        <Link to={href("/admin")} className="staff-home">
          <BrandMark size={30} />
          {m.admin_staff_administration_link({ brand })}
        </Link>
        <SearchForm
          className="top-search"
          action={href("/admin/search")}
          role="search"
          aria-label={m.admin_platform_label()}
        >
          <label className="sr-only" htmlFor="staff-search">
            {m.admin_staff_header_search_label()}
          </label>
          <input
            key={query.get("q") ?? ""}
            className="input"
            id="staff-search"
            type="search"
            name="q"
            maxLength={255}
            placeholder={m.common_search()}
            defaultValue={query.get("q") ?? ""}
          />
          <button type="submit" className="icon-button" aria-label={m.common_search()}>
            <Icon name="search" size={19} />
          </button>
        </SearchForm>
        <Link to={`${href("/admin/system")}#alerts`} className="icon-button bell">
          <Icon name="bell" size={21} />
          {openAlerts > 0 && <span className="dot" />}
          <span className="sr-only">
            {openAlerts > 0 ? m.admin_staff_alerts_open_text({ openAlerts }) : m.admin_alerts()}
          </span>
        </Link>
        {mayExport && <ExportMenu />}
        <StaffMenu user={user} />
      </div>
    </header>
  );
}

function StaffMenu({ user }: { user: Staff }) {
  return (
    <Menu
      label={m.common_your_account()}
      button={
        <>
          <span className="staff-name">{staffName(user)}</span>
          <Icon name="user-round" className="staff-person" size={21} />
        </>
      }
    >
      <div className="grid gap-2">
        <p className="hint">{staffName(user)}</p>
        <ButtonLink to={href("/admin/profile")} variant="quiet">
          {m.common_profile()}
        </ButtonLink>
        <ButtonLink to={href("/admin/staff")} variant="quiet">
          {m.admin_staff_administrators()}
        </ButtonLink>
        <ButtonLink to={href("/admin/data")} variant="quiet">
          {m.admin_personal_data()}
        </ButtonLink>
        <Form method="post" action={href("/logout")}>
          <Button variant="secondary">{m.common_logout()}</Button>
        </Form>
        <LanguageForm />
      </div>
    </Menu>
  );
}

/** The header name of a staff member; by default the spec's `Super Admin`. */
export const staffName = (user: Staff): string =>
  `${user.firstName} ${user.lastName}`.trim() || m.admin_staff_super_admin();

const ExportMenu = () => (
  <Menu label={m.admin_staff_export_data()} button={<Icon name="download" size={20} />}>
    <ul className="menu-list">
      <li>
        <a href={`${href("/admin/export")}?format=csv`} download>
          {m.admin_staff_export_data_as_csv_link()}
        </a>
      </li>
      <li>
        <a href={`${href("/admin/export")}?format=json`} download>
          {m.admin_staff_export_data_as_json_link()}
        </a>
      </li>
    </ul>
  </Menu>
);
