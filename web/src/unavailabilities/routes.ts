import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { CalendarSearch } from './address.ts'

/** The calendar of unavailabilities. */
export const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/calendar',
  validateSearch: CalendarSearch,
  component: lazyPage(() => import('./calendar/calendar.page.tsx'), 'CalendarPage'),
})

/** Unavailabilities from a sheet. */
export const calendarImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/calendar/import',
  component: lazyPage(() => import('./import/import.page.tsx'), 'CalendarImportPage'),
})
