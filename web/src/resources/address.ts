import { address, flag, oneOf, text } from '../shell/address-members.ts'

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

export const resourceTabs = [
  'properties',
  'groups',
  'validities',
  'unavailabilities',
  'trips',
  'hours',
  'documents',
  'history',
  'raw',
] as const
export type ResourceTab = (typeof resourceTabs)[number]
