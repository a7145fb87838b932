import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'

/** Runs that suggest trips. */
export const optimisationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/optimisations',
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'OptimisationsPage'),
})

/** One run: its suggestion next to the present plan. */
export const optimisationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/optimisations/$optimisationId',
  component: lazyRouteComponent(() => import('./run.page.tsx'), 'OptimisationPage'),
})
