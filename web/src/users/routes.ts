import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { address, oneOf, text } from '../shell/address-members.ts'

/** Users, and what each role allows. */
export const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  validateSearch: address({ tab: oneOf(['people', 'roles']), q: text }),
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'UsersPage'),
})
