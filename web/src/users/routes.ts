import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { address, oneOf, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'

/** Users and the permissions of each role. */
export const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  validateSearch: address({ tab: oneOf(['people', 'roles']), q: text }),
  component: lazyPage(() => import('./list.page.tsx'), 'UsersPage'),
})

/** Sign-in settings. */
export const signInRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/sign-in',
  component: lazyPage(() => import('./sign-in/sign-in.page.tsx'), 'SignInPage'),
})
