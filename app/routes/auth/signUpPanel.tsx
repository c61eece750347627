const points = [
  ["Ready in minutes", "Verify your email, connect your number and send your first template."],
  ["Priced in shillings", "See the cost of a campaign in KES before a single message leaves."],
  ["Speaks your customers' language", "Templates and replies in Swahili, French and English."],
] as const;

/** The marketing panel beside the sign-up form. */
export function SignUpPanel() {
  return (
    <>
      <p className="auth-slogan">Karibu. Talk to customers where they already are.</p>
      <ul className="auth-points">
        {points.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}
