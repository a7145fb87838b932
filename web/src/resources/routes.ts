import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, flag, oneOf, text } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** What the address of the list says: its filters, its order, and which resource is looked at. */
export const ResourcesSearch = address({
  q: text,
  /** Kinds, with commas between them. */
  type: text,
  /** Ids of groups, with commas between them. */
  group: text,
  subcontractor: text,
  archived: flag,
  expiring: flag,
  sort: oneOf(['name', '-name', 'type', '-type', 'updated', '-updated']),
  /** Id of the resource whose panel is open. */
  peek: text,
})
export type ResourcesSearch = ReturnType<typeof ResourcesSearch>

/** All resources. */
export const resourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources',
  validateSearch: ResourcesSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'ResourcesPage'),
})

export const resourceTabs = [
  'properties',
  'groups',
  'validities',
  'unavailabilities',
  'trips',
  'documents',
  'history',
  'raw',
] as const
export type ResourceTab = (typeof resourceTabs)[number]

/** One resource. */
export const resourceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/$resourceId',
  validateSearch: address({ tab: oneOf(resourceTabs) }),
  component: lazyRouteComponent(() => import('./resource.page.tsx'), 'ResourcePage'),
})

/** Groups of resources, and who is in the one that is open. */
export const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/groups',
  validateSearch: address({ group: text, archived: flag }),
  component: lazyRouteComponent(() => import('./groups/list.page.tsx'), 'GroupsPage'),
})

/** What the address of the calendar says. */
export const CalendarSearch = address({
  /** A day of the first week shown, YYYY-MM-DD; this week when absent. */
  from: text,
  /** How much is shown at once; two weeks when absent. */
  span: oneOf(['day', 'week', 'fortnight', 'month']),
  type: text,
  group: text,
  q: text,
  /** Id of the unavailability that is looked at. */
  open: text,
  clashes: flag,
})
export type CalendarSearch = ReturnType<typeof CalendarSearch>

/** Who is away when. */
export const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/calendar',
  validateSearch: CalendarSearch,
  component: lazyRouteComponent(() => import('../unavailabilities/calendar/calendar.page.tsx'), 'CalendarPage'),
})

/** Unavailabilities from a sheet. */
export const calendarImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/calendar/import',
  component: lazyRouteComponent(() => import('../unavailabilities/import/import.page.tsx'), 'CalendarImportPage'),
})
