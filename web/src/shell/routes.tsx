import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { sessionQuery, whySessionIsOver } from '../session/queries.ts'
import { FailurePage } from './failure.page.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { Shell } from './shell.tsx'

/** The root of all pages. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  errorComponent: FailurePage,
  notFoundComponent: NotFoundPage,
})

/** Parent of all routes that need a session. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session?.is_limited) {
      throw redirect({ to: '/second-factor', search: { return_to: location.href }, replace: true })
    }
    if (session) return
    const why = whySessionIsOver()
    const search = { ...(location.href !== '/' && { return_to: location.href }), ...(why && { why }) }
    throw redirect({ to: '/login', search, replace: true })
  },
  component: Shell,
})

/** An unknown path inside the frame, with its navigation. */
export const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })
