/** What one read of hours asks for: some drivers who are drawn next to each other, in the days of the board. */
export interface HoursBlock {
  from: number
  to: number
  driverIds: readonly string[]
}

/** Drivers of one read: about as many rows as are in sight. */
const together = 20

/**
 * For each driver the read that has the hours. Only those of rows that are drawn are read.
 * @param ids the drivers of the rows, in their order
 */
export function hoursBlocks(ids: readonly string[], from: number, to: number): ReadonlyMap<string, HoursBlock> {
  const block = new Map<string, HoursBlock>()
  for (let at = 0; at < ids.length; at += together) {
    const driverIds = ids.slice(at, at + together)
    for (const id of driverIds) block.set(id, { from, to, driverIds })
  }
  return block
}
