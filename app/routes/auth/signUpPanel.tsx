import { m } from "#messages";

const points = () =>
  [
    [m.auth_sign_up_panel_ready_in_minutes(), m.auth_sign_up_panel_steps_point()],
    [m.auth_sign_up_panel_priced_in_shillings(), m.auth_sign_up_panel_cost_point()],
    [m.auth_sign_up_panel_languages_point(), m.auth_sign_up_panel_languages_point_text()],
  ] as const;

/** The marketing panel next to the sign-up form. */
export function SignUpPanel() {
  return (
    <>
      <p className="auth-slogan">{m.auth_sign_up_panel_welcome_text()}</p>
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
