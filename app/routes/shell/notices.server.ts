import { href } from "react-router";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { dayText } from "#app/ui/time.tsx";
import type { SessionUser } from "#app/web/session.server.ts";
import { m } from "#messages";

/** Where the features that staff may switch off are used. */
const featurePlaces = {
  api: href("/developers"),
  bots: href("/bots"),
  flows: href("/flows"),
  integrations: href("/integrations"),
};

/** The day that ends at midnight `endsAt`. */
const lastDayOf = (endsAt: string) => dayOf(new Date(Date.parse(endsAt) - 1));

const ofSupport = (
  { staff, acting, minutesLeft }: NonNullable<SessionUser["support"]>,
  businessName: string,
) => ({
  acting,
  title: m.shell_support_banner_support_view_of({ businessName }),
  text: m.shell_support_banner_visit_text({
    staff,
    acting: acting ? m.shell_support_banner_acting_text() : m.shell_support_banner_read_only(),
    count: minutesLeft,
    shown: formatCount(minutesLeft),
  }),
});

/**
 * What is said above every page of a workspace, in the reader's language: staff access, a suspension, and switched-off
 * features with the place where each is used. Few workspaces have any, so that no script carries the words.
 */
export const noticesFor = ({ support, businessName, suspension, switchedOff }: SessionUser) => ({
  support: support && ofSupport(support, businessName),
  suspension: suspension && {
    title: m.shell_suspended_title(),
    lines: [suspension.reason, m.shell_suspended_text()],
  },
  switchedOff: switchedOff.map(({ feature, reason, endsAt }) => ({
    place: featurePlaces[feature],
    title: m.shell_switched_off_title(),
    lines: [reason, m.shell_switched_off_until({ date: dayText(lastDayOf(endsAt)) })],
  })),
});
export type Notices = ReturnType<typeof noticesFor>;
