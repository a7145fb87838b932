import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute, shellRoute } from '../shell/routes.tsx'

/** The own account. */
export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account.page.tsx'), 'AccountPage'),
})

/** Where links lead: no session is needed, and a running one is left alone. */
export const acceptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept',
  component: lazyRouteComponent(() => import('../login/accept.page.tsx'), 'AcceptPage'),
})

/** Asks for a link by mail. */
export const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyRouteComponent(() => import('../login/forgot.page.tsx'), 'ForgotPage'),
})
