import { Children, type ReactNode } from "react";

/** The head of a screen: its one `h1`, what it is for, and what can be done here. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {description && <p>{description}</p>}
      </div>
      {actions && <div className="row-actions">{actions}</div>}
    </header>
  );
}

/** A sheet on the page. */
export function Card({
  title,
  actions,
  className,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={`card ${className ?? ""}`}>
      {(title || actions) && (
        <div className="card-head">
          {title && <h2>{title}</h2>}
          {actions && <div className="row-actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** What stands where a list would be: why it is empty and what to do about it. */
export function EmptyState({
  title,
  children,
  action,
  level = 2,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** 1 where nothing else is on the page. */
  level?: 1 | 2;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="empty">
      <svg width="56" height="40" viewBox="0 0 56 40" fill="none" aria-hidden="true">
        <path
          d="M1 8h10M5 20h8M1 32h10"
          className="stroke-accent-bright"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <rect
          x="18"
          y="4"
          width="36"
          height="32"
          rx="6"
          className="fill-brand-soft stroke-brand"
          strokeWidth="2.5"
        />
        <path d="m20 9 16 13L52 9" className="stroke-brand" strokeWidth="2.5" strokeLinejoin="round" />
      </svg>
      <Heading>{title}</Heading>
      {children && <div>{children}</div>}
      {action && <p className="mt-2">{action}</p>}
    </div>
  );
}

export function StatGrid({ children }: { children: ReactNode }) {
  return (
    <dl className="stats" data-count={Children.toArray(children).length}>
      {children}
    </dl>
  );
}

/** One figure in a `StatGrid`. */
export function Stat({ label, value, hint }: { label: ReactNode; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>
        <span className="stat-value">{value}</span>
        {hint && <span className="hint block">{hint}</span>}
      </dd>
    </div>
  );
}

export function DescriptionList({ items }: { items: { term: string; value: ReactNode }[] }) {
  return (
    <dl className="pairs">
      {items.map((item) => (
        <div key={item.term}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
