import { createRoute } from '@tanstack/react-router'
import { address, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'

/** Standstills: work that is stopped until a user acts. */
export const standstillsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/waiting',
  component: lazyPage(() => import('./standstills.page.tsx'), 'StandstillsPage'),
})

/** The first page after login. */
export const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: address({ group: text }),
  component: lazyPage(() => import('./start.page.tsx'), 'StartPage'),
})
