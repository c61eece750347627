import type { Screen } from "./dataScreens.ts";

const at = "now() - (10 + n % 20) * interval '1 day' + n * interval '1 millisecond'";
const messageId = (step: number) =>
  `'msg_' || lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || lpad(to_hex(${step} * 1000000 + n), 20, '0')`;
const people = "generate_series(1, $1::int / 10) n";
const steps = JSON.stringify([
  { id: "s1", kind: "send", templateId: "tpl_1_3", values: [] },
  { id: "s2", kind: "wait", wait: { until: "days", amount: 2 } },
  { id: "s3", kind: "send", templateId: "tpl_1_3", values: [] },
  { id: "s4", kind: "wait", wait: { until: "days", amount: 5 } },
  { id: "s5", kind: "act", action: { kind: "tag", tag: "loyal" } },
]);

const sendOf = (step: number) => [
  `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, template_id, wamid, accepted_at, created_at)
    select 'org_1', ${messageId(step)}, 'out', 'template', (array['delivered', 'read', 'failed', 'sent'])[1 + n % 4]::message_state, '2000001',
      'con_s_' || 1 + n % 20000, '+2542', 'tpl_1_3', 'wamid.q${step}n' || n, ${at}, ${at} from ${people}`,
  `insert into sequence_step_runs (org_id, enrolment_id, step_id, sequence_id, outcome, message_id, at)
    select 'org_1', 'enr_' || n, 's${step}', 'seq_1', 'sent', ${messageId(step)}, ${at} from ${people}`,
];

/** A sequence with an enrolment for each ten payments: two messages each, half of them ended. */
export const sequenceStatements = [
  `insert into sequences (org_id, id, name, state, draft, version, is_changed)
    select 'org_1', 'seq_1', 'Welcome', 'on', '${steps}'::jsonb, 1, false where $1::int > 0`,
  `insert into sequence_versions (org_id, sequence_id, number, steps)
    select 'org_1', 'seq_1', 1, '${steps}'::jsonb where $1::int > 0`,
  `insert into sequence_enrolments (org_id, id, sequence_id, version, contact_id, subject_id, source, step_id, entered_at, waits_until, due_at, ended_at, end_reason)
    select 'org_1', 'enr_' || n, 'seq_1', 1, 'con_s_' || 1 + n % 20000, 'due_' || n, 'book', case when n % 2 = 0 then 's4' end, ${at},
      case when n % 2 = 0 then now() + interval '1 day' end, case when n % 2 = 0 then now() + interval '1 day' end,
      case when n % 2 = 1 then now() end, case when n % 2 = 1 then 'completed' end from ${people}`,
  ...sendOf(1),
  ...sendOf(3),
  `insert into sequence_step_runs (org_id, enrolment_id, step_id, sequence_id, outcome, at)
    select 'org_1', 'enr_' || n, 's2', 'seq_1', 'done', ${at} from ${people}`,
];

const of = { sequenceId: "seq_1" };
export const sequenceScreens: Screen[] = [
  { screen: "sequences", key: "GET /sequences" },
  { screen: "sequence", key: "GET /sequences/:sequenceId", input: of },
  { screen: "enrolments", key: "GET /sequences/:sequenceId/enrolments", input: of },
  {
    screen: "enrolments, open",
    key: "GET /sequences/:sequenceId/enrolments",
    input: { ...of, show: "open" },
  },
];
