import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** Periods that filter a list: how many days from today it begins and ends. */
export const periods = { today: [0, 1], tomorrow: [1, 2], week: [0, 7], past: [-7, 0] } as const
export type Period = keyof typeof periods

/** What the address of the list says: its filters, its order, and which trip is looked at. */
export const TripsSearch = address({
  q: text,
  /** States, with commas between them. */
  status: text,
  /** OWN, SUBCONTRACTOR, NOBODY, with commas between them. */
  driven_by: text,
  /** Ids of companies, with commas between them. */
  subcontractor: text,
  /** Ids of resources, with commas between them. */
  resource: text,
  /** Ids of resource groups, with commas between them. */
  group: text,
  late: flag,
  refused: flag,
  /** A carrier has an older version. */
  outdated: flag,
  when: oneOf(['today', 'tomorrow', 'week', 'past']),
  sort: oneOf(['starts', '-starts', 'ends', '-ends', 'name', '-name', 'created', '-created']),
  /** Id of the trip whose panel is open. */
  peek: text,
})
export type TripsSearch = ReturnType<typeof TripsSearch>

export const tripTabs = ['overview', 'dispatch', 'bookings', 'driver', 'documents', 'costs', 'history', 'raw'] as const
export type TripTab = (typeof tripTabs)[number]

/** What the address of a trip says: its open tab. Older links name tabs by what they were called, or what is in another now. */
export const TripSearch = address({ tab: oneOf(tripTabs, { 'handed-over': 'dispatch', events: 'raw' }) })
