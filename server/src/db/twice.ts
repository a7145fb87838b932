import { sqlState } from './failure.ts'

/**
 * Retries a command once if a concurrent one took a unique value (a code, the id of a new record). The second run finds
 * it taken and reports it.
 * @param work a whole transaction
 */
export async function twice<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    return await work()
  }
}
