import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { CalendarSearch } from './address.ts'

/** The calendar of unavailabilities. */
export const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/calendar',
  validateSearch: CalendarSearch,
  component: lazyRouteComponent(() => import('./calendar/calendar.page.tsx'), 'CalendarPage'),
})

/** Unavailabilities from a sheet. */
export const calendarImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/calendar/import',
  component: lazyRouteComponent(() => import('./import/import.page.tsx'), 'CalendarImportPage'),
})
