import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'

/** List of optimisation runs. */
export const optimisationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/optimisations',
  component: lazyPage(() => import('./list.page.tsx'), 'OptimisationsPage'),
})

/** One run: its suggestion next to the present plan. */
export const optimisationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/optimisations/$optimisationId',
  component: lazyPage(() => import('./run.page.tsx'), 'OptimisationPage'),
})
