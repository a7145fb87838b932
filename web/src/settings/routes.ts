import { createRoute, redirect } from '@tanstack/react-router'
import { address, flag, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'

/** The settings: a list of pages, each with its own path. */
export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyPage(() => import('./settings.page.tsx'), 'SettingsPage'),
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
  component: lazyPage(() => import('./organisation.page.tsx'), 'OrganisationPage'),
})

/** Reference data. The URL holds the kind. */
const referenceRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/reference',
  validateSearch: address({ kind: text, q: text, archived: flag }),
  component: lazyPage(() => import('./reference.page.tsx'), 'ReferencePage'),
})

const limitsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/limits',
  component: lazyPage(() => import('./limits.page.tsx'), 'LimitsPage'),
})

const configurationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/configuration',
  component: lazyPage(() => import('./configuration.page.tsx'), 'ConfigurationPage'),
})

/** Settings pages that belong to no other module. */
export const settingsPages = [homeRoute, organisationRoute, referenceRoute, limitsRoute, configurationRoute] as const
