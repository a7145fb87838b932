import { address, oneOf, text } from '../shell/address-members.ts'

/** URL parameters of the list. */
export const LocationsSearch = address({
  q: text,
  state: oneOf(['LIVE', 'ARCHIVED', 'MERGED']),
  /** Comma-separated country codes. */
  country: text,
  /** Comma-separated sources of the coordinates. */
  placing: text,
  sort: oneOf(['name', '-name']),
})
export type LocationsSearch = ReturnType<typeof LocationsSearch>

export const locationTabs = ['properties', 'uses', 'history', 'raw'] as const
export type LocationTab = (typeof locationTabs)[number]
