import { sqlState } from './failure.ts'

/**
 * Runs a command again when another one took a unique value (a code, the id of a new record) in the same moment: the
 * second run finds it taken and says so.
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
