import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { address, flag, text } from '../shell/address-members.ts'
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

/** Reference data; the address says which kind. */
const referenceRoute = createRoute({
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

/** The pages of the settings that belong to no other noun. */
export const settingsPages = [homeRoute, organisationRoute, referenceRoute, limitsRoute, configurationRoute] as const
