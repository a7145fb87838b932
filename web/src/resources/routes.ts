import { createRoute } from '@tanstack/react-router'
import { address, flag, oneOf, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { ResourcesSearch, resourceTabs } from './address.ts'

/** All resources. */
export const resourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources',
  validateSearch: ResourcesSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'ResourcesPage'),
})

/** One resource. */
export const resourceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/$resourceId',
  validateSearch: address({ tab: oneOf(resourceTabs) }),
  component: lazyPage(() => import('./resource.page.tsx'), 'ResourcePage'),
})

/** Groups of resources, with the members of the open one. */
export const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/groups',
  validateSearch: address({ group: text, archived: flag }),
  component: lazyPage(() => import('./groups/list.page.tsx'), 'GroupsPage'),
})
