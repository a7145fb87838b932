import { CallError } from '@cartage/contract/client'
import { mostCombinations } from '../fits.queries.ts'

/** A row with the resources that would carry what is dragged. */
export interface Candidate {
  key: string
  resourceIds: readonly string[]
}

/**
 * Judges rows in sight, each once while a drag lasts (FIT-14). One request runs at a time, then one for the rows that
 * are in sight by then, so that fast scrolling neither floods the server nor leaves a row out.
 * @param judge sends a request; rows of a failed one are judged when the board is scrolled again, unless the server refused it
 */
export function createJudging(judge: (rows: readonly Candidate[]) => Promise<void>) {
  const asked = new Set<string>()
  let inSight: readonly Candidate[] = []
  let isAsking = false
  let isEnded = false

  const next = () => inSight.filter(({ key }) => !asked.has(key)).slice(0, mostCombinations)

  async function run(): Promise<void> {
    isAsking = true
    for (let rows = next(); rows.length > 0 && !isEnded; rows = next()) {
      for (const { key } of rows) asked.add(key)
      try {
        await judge(rows)
      } catch (error) {
        // These rows stay without a colour. The verdict on the drop says why.
        isEnded ||= error instanceof CallError && error.status < 500
        for (const { key } of rows) asked.delete(key)
        break
      }
    }
    isAsking = false
  }

  return {
    /** The rows in sight from now on. */
    see(rows: readonly Candidate[]): void {
      inSight = rows
      if (!isAsking && !isEnded) void run()
    },
    end(): void {
      isEnded = true
    },
  }
}
