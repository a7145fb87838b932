import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the list says. */
export const LocationsSearch = address({
  q: text,
  state: oneOf(['LIVE', 'ARCHIVED', 'MERGED']),
  /** Codes of countries, with commas between them. */
  country: text,
  /** Where the coordinates come from, with commas between them. */
  placing: text,
  sort: oneOf(['name', '-name']),
})
export type LocationsSearch = ReturnType<typeof LocationsSearch>

export const locationTabs = ['properties', 'uses', 'history', 'raw'] as const
export type LocationTab = (typeof locationTabs)[number]
