import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.route.tsx'

/** The first page after login. */
export const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./start.page.tsx'), 'StartPage'),
})
