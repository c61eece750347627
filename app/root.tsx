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
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import workspaceStyles from "./app.css?url";
import authStyles from "./auth.css?url";
import { formTokenContext, protectForms } from "./middleware/csrf.server.ts";
import { platformContext } from "./middleware/platform.server.ts";
import { loadUser, userContext } from "./middleware/session.server.ts";
import { type Toast, takeToast } from "./middleware/toast.server.ts";
import publicStyles from "./public.css?url";
import { Toasts } from "./ui/toast.tsx";

export const middleware: Route.MiddlewareFunction[] = [loadUser, protectForms];

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(platformContext);
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
      toast,
    },
    { headers },
  );
}

const smallStyles = { public: publicStyles, auth: authStyles };

/** What a route may say of itself in `handle`. */
export interface RouteHandle {
  /** `false`: no script of the platform's, at most an inline module. `none`: no script whatever, and the policy says so. */
  scripts?: false | "none";
  /** `public`: the small stylesheet of the pages that anyone sees; `auth`: that of the pages around the sign-in. */
  styles?: keyof typeof smallStyles;
  /** The route is a window over the page: nothing behind it can be reached. */
  covers?: true;
  /** What the route's own answer, its loader's data, tells in a toast. */
  toast?: (loaderData: unknown) => Toast | null;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as RouteHandle | undefined);
  // Without the root's data, as after a refused form, there is no nonce that a script could carry.
  const scripts = root && !root.lite && !handles.some((handle) => handle?.scripts !== undefined);
  const small = handles.find((handle) => handle?.styles)?.styles;
  const styles = small ? smallStyles[small] : workspaceStyles;
  const told = matches.map(({ loaderData }, index) => handles[index]?.toast?.(loaderData)).find(Boolean);
  return (
    <html lang="en">
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
          Skip to content
        </a>
        <Toasts toast={root?.toast ?? told ?? null} />
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

/** The crash screen of spec section 2. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  return (
    <>
      <title>Something went wrong</title>
      <div className="hem" />
      <main id="main" className="crash">
        <h1>Something went wrong.</h1>
        <p>An unexpected error occurred in the application.</p>
        <pre>{messageOf(error)}</pre>
        <div>
          <a className="button button-primary" href={`${pathname}${search}`}>
            Reload Page
          </a>
          <a className="button button-secondary" href="/">
            Go to the start page
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
  return error instanceof Error ? error.message : "Unknown error";
}
