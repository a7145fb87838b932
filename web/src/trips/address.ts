import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** Periods that filter a list: start and end in days from today. */
export const periods = { today: [0, 1], tomorrow: [1, 2], week: [0, 7], past: [-7, 0] } as const
export type Period = keyof typeof periods

/** Search parameters of the list: filters, sort order and the open trip. */
export const TripsSearch = address({
  q: text,
  /** States, comma-separated. */
  status: text,
  /** OWN, SUBCONTRACTOR, NOBODY, comma-separated. */
  driven_by: text,
  /** Company ids, comma-separated. */
  subcontractor: text,
  /** Resource ids, comma-separated. */
  resource: text,
  /** Resource group ids, comma-separated. */
  group: text,
  late: flag,
  refused: flag,
  /** Trips whose carrier has an outdated version. */
  outdated: flag,
  when: oneOf(['today', 'tomorrow', 'week', 'past']),
  sort: oneOf(['starts', '-starts', 'ends', '-ends', 'name', '-name', 'created', '-created']),
  /** Id of the open trip. */
  peek: text,
})
export type TripsSearch = ReturnType<typeof TripsSearch>

export const tripTabs = ['overview', 'dispatch', 'bookings', 'driver', 'documents', 'costs', 'history', 'raw'] as const
export type TripTab = (typeof tripTabs)[number]

/** Search parameters of a trip: its open tab. Older links use former tab names. */
export const TripSearch = address({ tab: oneOf(tripTabs, { 'handed-over': 'dispatch', events: 'raw' }) })
