import { changeOf } from "#app/db/notify.server.ts";
import { memberRolesFor } from "#app/platform/roles/acts.server.ts";
import type { Subscriber } from "./subscribers.ts";

/** Notifies the organisation's current members, each as they chose for this kind of notification. */
export const notificationSubscriber: Subscriber = {
  kind: "notification",
  wants: ({ bell }) => bell !== undefined,
  notice: (orgId) => changeOf(orgId, "notifications"),
  expressions: (events) => `notification as (
  insert into notifications (org_id, id, user_id, event_id, subject_id, created_at, mail_way)
  select $1, new_id('ntf'), m.user_id, e.id, e.subject_id, e.at,
    case when chosen.way in ('mail', 'digest') then chosen.way end
  from jsonb_to_recordset(${events}::jsonb) as e(id text, subject_id text, at timestamptz, bell jsonb)
  join members m on m.org_id = $1 and case e.bell ->> 'to'
    when 'everyone' then true
    when 'managers' then m.role = any('{${memberRolesFor("organisation.manage")}}')
    when 'subject' then m.user_id = e.subject_id
    when 'named' then e.bell -> 'named' ? m.user_id end
  left join notification_choices chosen
    on chosen.org_id = $1 and chosen.user_id = m.user_id and chosen.kind = e.bell ->> 'kind'
  where m.user_id is distinct from e.bell ->> 'causer'
    and ((e.bell ->> 'always')::boolean or chosen.way is distinct from 'off')
    and (not (e.bell ->> 'unless_unread')::boolean or not exists (
      select 1 from notifications known where known.org_id = $1 and known.user_id = m.user_id
        and known.subject_id = e.subject_id and known.read_at is null))
  returning 1
)`,
};
