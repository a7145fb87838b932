import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { MapSearch } from './address.ts'

/** Live positions of vehicles. */
export const mapRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/map',
  validateSearch: MapSearch,
  component: lazyPage(() => import('./map.page.tsx'), 'MapPage'),
})

/** Position sources. */
export const connectionsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/connections',
  component: lazyPage(() => import('./connections.page.tsx'), 'ConnectionsPage'),
})
