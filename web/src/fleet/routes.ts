import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { MapSearch } from './address.ts'

/** Where vehicles are now. */
export const mapRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/map',
  validateSearch: MapSearch,
  component: lazyRouteComponent(() => import('./map.page.tsx'), 'MapPage'),
})
