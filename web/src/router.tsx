import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import { LoginPage } from './session/login.page.tsx'
import { returnPath } from './session/return-path.ts'
import { sessionQuery } from './session/session.queries.ts'
import { FailurePage } from './shell/failure.page.tsx'
import { NotFoundPage } from './shell/not-found.page.tsx'
import { Shell } from './shell/shell.tsx'

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  errorComponent: FailurePage,
  notFoundComponent: NotFoundPage,
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ return_to: z.string().optional().catch(undefined) }),
  async beforeLoad({ context, search }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session) throw redirect({ href: returnPath(search.return_to), replace: true })
  },
  component: function Login() {
    return <LoginPage returnTo={loginRoute.useSearch().return_to} />
  },
})

/** Everything that needs a session stands under this route. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session) return
    const search = location.href === '/' ? {} : { return_to: location.href }
    throw redirect({ to: '/login', search, replace: true })
  },
  component: Shell,
})

const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./start/start.page.tsx'), 'StartPage'),
})

/** The start page under its name, for links that say what they lead to. */
const startAliasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/start',
  beforeLoad() {
    throw redirect({ to: '/', replace: true })
  },
})

const routeTree = rootRoute.addChildren([loginRoute, startAliasRoute, shellRoute.addChildren([startRoute])])

/** The pages of the application. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: NotFoundPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
