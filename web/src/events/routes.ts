import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, text, wholeNumber } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** What the address of the log says. */
export const EventsSearch = address({
  q: text,
  /** What events are about, with commas between them. */
  level: text,
  /** Kinds of events, with commas between them. */
  type: text,
  /** The log stands still at this place. */
  until: wholeNumber,
  /** Id of the event whose panel is open. */
  peek: text,
})
export type EventsSearch = ReturnType<typeof EventsSearch>

/** What happened, as it is told to others. */
export const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  validateSearch: EventsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'EventsPage'),
})
