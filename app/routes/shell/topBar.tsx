import { href, Link, NavLink } from "react-router";
import { homeOf, isPartner } from "#app/platform/roles/accountKinds.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { BrandMark } from "#app/ui/brand.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LanguageForm } from "#app/ui/languageForm.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { m } from "#messages";
import type { Places } from "./places.server.ts";
import { SearchBox } from "./searchBox.tsx";
import { SideNavigation } from "./sideNavigation.tsx";
import { countText, type Unread } from "./unread.ts";

interface TopBarUser {
  businessName: string;
  email: string;
  avatar: string | null;
  usertype: string;
  role: string | null;
  support: object | null;
}

/** Search, notifications and the user menu; on small screens the navigation too. */
export function TopBar({
  user,
  unread,
  places,
  inert,
}: {
  user: TopBarUser;
  unread: Unread;
  places: Places;
  inert: boolean;
}) {
  return (
    <header className="top-bar" inert={inert}>
      <Menu
        label={m.shell_top_bar_open_navigation()}
        className="menu-phone"
        button={<Icon name="menu" size={22} />}
      >
        <SideNavigation
          label={m.shell_top_bar_workspace_label()}
          groups={places.groups}
          unread={unread}
          last={places.testPhone}
        />
      </Menu>
      <Link to={homeOf(user)} className="top-brand" aria-label={m.common_overview()}>
        <BrandMark size={30} />
      </Link>
      {isPartner(user) ? <span className="top-search" /> : <Finding unread={unread.unread} />}
      <Menu label={m.common_your_account()} className="menu-user" button={<Avatar avatar={user.avatar} />}>
        <div className="menu-who">
          <Avatar avatar={user.avatar} />
          <p>
            <strong>{user.businessName || m.common_your_business()}</strong>
            <span>{user.email}</span>
          </p>
        </div>
        <ul className="menu-list">
          {!user.support && (
            <li>
              <NavLink to={href("/profile")}>{m.shell_top_bar_view_profile_link()}</NavLink>
            </li>
          )}
          {!isPartner(user) && (
            <li>
              <NavLink to={href("/settings")}>{m.common_account_settings()}</NavLink>
            </li>
          )}
          {!user.support && (
            <li>
              <NavLink to={href("/change-password")}>{m.common_change_password()}</NavLink>
            </li>
          )}
          <li>
            <Form method="post" action={href("/logout")}>
              <button type="submit">{m.common_logout()}</button>
            </Form>
          </li>
        </ul>
        <LanguageForm />
      </Menu>
    </header>
  );
}

/** The search over everything, and the bell. */
function Finding({ unread: notes }: { unread: number }) {
  return (
    <>
      <SearchBox />
      <Link to={href("/notifications")} className="icon-button bell">
        <Icon name="bell" size={21} />
        {notes > 0 && <span className="dot" />}
        <span className="sr-only">
          {notes > 0
            ? m.shell_top_bar_notifications_unread_text({ notes: countText(notes) })
            : m.common_notifications()}
        </span>
      </Link>
    </>
  );
}
