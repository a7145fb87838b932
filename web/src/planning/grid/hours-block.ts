/** One request for hours: neighbouring drivers, in the days of the board. */
export interface HoursBlock {
  from: number
  to: number
  driverIds: readonly string[]
}

/** Drivers per request: about as many rows as are visible. */
const together = 20

/**
 * For each driver, the request that includes its hours. Only requests of rendered rows are sent.
 * @param ids drivers of the rows, in row order
 */
export function hoursBlocks(ids: readonly string[], from: number, to: number): ReadonlyMap<string, HoursBlock> {
  const block = new Map<string, HoursBlock>()
  for (let at = 0; at < ids.length; at += together) {
    const driverIds = ids.slice(at, at + together)
    for (const id of driverIds) block.set(id, { from, to, driverIds })
  }
  return block
}
