import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'

/** Standstills: what stops until someone acts. */
export const standstillsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/waiting',
  component: lazyRouteComponent(() => import('./standstills.page.tsx'), 'StandstillsPage'),
})

/** The first page after login. */
export const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./start.page.tsx'), 'StartPage'),
})
