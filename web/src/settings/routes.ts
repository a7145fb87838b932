import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { address, flag, oneOf, text } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** The settings: a list of pages, each under an address of its own. */
export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.page.tsx'), 'SettingsPage'),
})

const homeRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/settings/organisation', replace: true })
  },
})

const organisationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/organisation',
  component: lazyRouteComponent(() => import('./organisation.page.tsx'), 'OrganisationPage'),
})

const clientsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-clients',
  component: lazyRouteComponent(() => import('../credentials/clients.page.tsx'), 'ClientsPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhook-credentials',
  component: lazyRouteComponent(() => import('../credentials/webhooks.page.tsx'), 'WebhooksPage'),
})

/** Users, and what each role allows. */
export const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  validateSearch: address({ tab: oneOf(['people', 'roles']), q: text }),
  component: lazyRouteComponent(() => import('../users/list.page.tsx'), 'UsersPage'),
})

/** Reference data; which kind stands in the address. */
export const referenceRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/reference',
  validateSearch: address({ kind: text, q: text, archived: flag }),
  component: lazyRouteComponent(() => import('./reference.page.tsx'), 'ReferencePage'),
})

const limitsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/limits',
  component: lazyRouteComponent(() => import('./limits.page.tsx'), 'LimitsPage'),
})

const configurationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/configuration',
  component: lazyRouteComponent(() => import('./configuration.page.tsx'), 'ConfigurationPage'),
})

/** The audit trail; its filters stand in the address. */
export const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit',
  validateSearch: address({ q: text, type: text, id: text, actor: text, action: text }),
  component: lazyRouteComponent(() => import('../audit/list.page.tsx'), 'AuditPage'),
})

/** All pages of the settings. */
export const settingsPages = settingsRoute.addChildren([
  homeRoute,
  organisationRoute,
  clientsRoute,
  webhooksRoute,
  usersRoute,
  referenceRoute,
  limitsRoute,
  configurationRoute,
  auditRoute,
])
