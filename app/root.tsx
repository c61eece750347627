import type { ReactNode } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
} from "react-router";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { m } from "#messages";
import type { Route } from "./+types/root";
import workspaceStyles from "./app.css?url";
import authStyles from "./auth.css?url";
import publicStyles from "./public.css?url";
import { Toasts } from "./ui/toast.tsx";
import { formTokenContext, protectForms } from "./web/csrf.server.ts";
import { platformContext, resumedText } from "./web/platform.server.ts";
import type { RouteHandle } from "./web/routeHandle.ts";
import { loadUser, userContext } from "./web/session.server.ts";
import { takeToast } from "./web/toast.server.ts";
import { useRoot } from "./web/useRoot.ts";

export const middleware: Route.MiddlewareFunction[] = [loadUser, protectForms];

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { config, resumed } = context.get(platformContext);
  const { toast, headers } = takeToast(request);
  const lite = request.headers.get("save-data") === "on" || (context.get(userContext)?.liteMode ?? false);
  return data(
    {
      user: context.get(userContext),
      brand: config.brand,
      demo: config.demo,
      sandbox: config.sandbox,
      appUrl: config.appUrl,
      formToken: context.get(formTokenContext),
      nonce: context.get(platformContext).nonce,
      lite,
      locale: currentLocale(),
      toast: resumed ? { id: "resumed", kind: "info" as const, text: resumedText(resumed) } : toast,
    },
    { headers },
  );
}

const smallStyles = { public: publicStyles, auth: authStyles };

export function Layout({ children }: { children: ReactNode }) {
  const root = useRoot();
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as RouteHandle | undefined);
  // Without the root's data, as after a refused form, there is no nonce for a script.
  const scripts = root && !root.lite && !handles.some((handle) => handle?.scripts !== undefined);
  const small = handles.find((handle) => handle?.styles)?.styles;
  const styles = small ? smallStyles[small] : workspaceStyles;
  const skipTo = handles.find((handle) => handle?.skipTo)?.skipTo;
  const toast = matches.map(({ loaderData }, index) => handles[index]?.toast?.(loaderData)).find(Boolean);
  return (
    <html lang={root?.locale ?? currentLocale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <link rel="stylesheet" href={styles} />
        <Links nonce={root?.nonce} />
      </head>
      <body>
        <a className="skip-link" href="#main">
          {m.shell_skip_to_content_link()}
        </a>
        {skipTo && (
          <a className="skip-link" href={`#${skipTo.id}`}>
            {skipTo.label()}
          </a>
        )}
        <Toasts toast={root?.toast ?? toast ?? null} />
        {children}
        {scripts && (
          <>
            <ScrollRestoration nonce={root?.nonce} />
            <Scripts nonce={root?.nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The crash screen. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  // Overload is temporary, not an error.
  const isBusy = isRouteErrorResponse(error) && error.status === 503;
  return (
    <>
      <title>{isBusy ? m.ui_page_failed_title() : m.shell_something_went_wrong_title()}</title>
      <div className="hem" />
      <main id="main" className="crash">
        <h1>{isBusy ? m.ui_page_failed_title() : m.ui_something_went_wrong()}</h1>
        {!isBusy && <p>{m.ui_screen_error_unexpected_text()}</p>}
        {isBusy ? <p>{messageOf(error)}</p> : <pre>{messageOf(error)}</pre>}
        {isBusy && <p>{m.ui_busy_form_hint()}</p>}
        <div>
          <a className="button button-primary" href={`${pathname}${search}`}>
            {isBusy ? m.ui_try_again() : m.ui_reload_page()}
          </a>
          <a className="button button-secondary" href="/">
            {m.shell_go_to_start_page_link()}
          </a>
        </div>
      </main>
    </>
  );
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    return typeof error.data === "string" && error.data ? error.data : error.statusText;
  }
  return error instanceof Error ? error.message : m.shell_unknown_error();
}
