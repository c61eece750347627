import { visitMinutes } from "#app/domain/console/words.ts";
import { defaultRetentionDays, retentionChoices } from "#app/domain/organisations/privacy/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

interface Topic {
  title: string;
  points: string[];
}

/** What protects data in the product as it is. A point whose mechanism goes, goes with it. */
export const securityTopics: readonly Topic[] = lazy([
  {
    title: m.public_security_tenancy_title,
    points: () => [m.public_security_tenancy_locks(), m.public_security_tenancy_tests()],
  },
  {
    title: m.public_security_encryption_title,
    points: () => [
      m.public_security_encryption_transport(),
      m.public_security_encryption_secrets(),
      m.public_security_encryption_messages(),
    ],
  },
  {
    title: m.public_security_sign_in_title,
    points: () => [
      m.public_security_sign_in_passwords(),
      m.public_security_sign_in_factor(),
      m.public_security_sign_in_sessions(),
      m.public_security_sign_in_limits(),
    ],
  },
  {
    title: m.public_security_access_title,
    points: () => [
      m.public_security_access_roles(),
      m.public_security_access_keys(),
      m.public_security_access_support({ minutes: visitMinutes }),
    ],
  },
  {
    title: m.public_security_records_title,
    points: () => [
      m.public_security_records_activity(),
      m.public_security_records_chain(),
      m.public_security_records_logs(),
    ],
  },
  {
    title: m.public_security_people_title,
    points: () => [
      m.public_security_people_consent(),
      m.public_security_people_requests(),
      m.public_security_people_retention({
        days: defaultRetentionDays,
        least: Math.min(...retentionChoices),
        most: Math.max(...retentionChoices),
      }),
    ],
  },
  {
    title: m.public_security_backup_title,
    points: () => [m.public_security_backup_command(), m.public_security_backup_restore()],
  },
]);
