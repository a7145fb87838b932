/** Settings of a table besides its cells. */
export interface TableSettings {
  currency: string
  zone_set: string | undefined
  keys: 1 | 2
}
