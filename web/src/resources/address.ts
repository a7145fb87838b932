import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** Search parameters of the list: filters, sort order and the open resource. */
export const ResourcesSearch = address({
  q: text,
  /** Kinds, comma-separated. */
  type: text,
  /** Group ids, comma-separated. */
  group: text,
  subcontractor: text,
  archived: flag,
  expiring: flag,
  sort: oneOf(['name', '-name', 'type', '-type', 'updated', '-updated']),
  /** Id of the open resource. */
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
