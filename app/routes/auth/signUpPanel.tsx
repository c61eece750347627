import { m } from "#messages";

const points = () =>
  [
    [m.auth_ready_in_minutes(), m.auth_verify_your_email_connect_your_number()],
    [m.auth_priced_in_shillings(), m.auth_see_the_cost_of_a_campaign()],
    [m.auth_speaks_your_customers_language(), m.auth_templates_and_replies_in_swahili_french()],
  ] as const;

/** The marketing panel next to the sign-up form. */
export function SignUpPanel() {
  return (
    <>
      <p className="auth-slogan">{m.auth_karibu_talk_to_customers_where_they()}</p>
      <ul className="auth-points">
        {points().map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}
