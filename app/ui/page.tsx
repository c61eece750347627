import { Children, type ReactNode } from "react";
import { Link } from "react-router";
import { m } from "#messages";
import { EmptyArt, type EmptyArtName } from "./emptyArt.tsx";
import { Icon } from "./icon.tsx";

/** The head of a screen: its one `h1`, its purpose, the list that it is of, and its actions. */
export function PageHeader({
  title,
  description,
  list,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  list?: { to: string; label: string };
  actions?: ReactNode;
}) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {description && <p>{description}</p>}
        {list && (
          <p>
            <Link className="link" to={list.to}>
              {list.label}
            </Link>
          </p>
        )}
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

/** An empty list: a picture, why it is empty and what to do. */
export function EmptyState({
  art = "letter",
  title,
  children,
  action,
  level = 2,
}: {
  art?: EmptyArtName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** 1 when nothing else is on the page. */
  level?: 1 | 2;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="empty">
      <EmptyArt name={art} />
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

/** One figure in a `StatGrid`; `meaning` explains how it is counted, behind an (i). */
export function Stat({
  label,
  value,
  hint,
  meaning,
}: {
  label: ReactNode;
  value: ReactNode;
  hint?: ReactNode;
  meaning?: string;
}) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>
        <span className="stat-value">{value}</span>
        {hint && <span className="hint block">{hint}</span>}
        {meaning && (
          <details className="stat-meaning">
            <summary className="icon-button" aria-label={m.ui_stat_meaning_label()}>
              <Icon name="info" size={16} />
            </summary>
            <p className="hint">{meaning}</p>
          </details>
        )}
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
