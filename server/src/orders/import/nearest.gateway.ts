import type { KnownCompany } from '../../companies/rules.ts'
import { Problem } from '../../http/problem.ts'
import { runIsolated } from '../../isolated/run.ts'
import { task } from '../../isolated/task.ts'
import type { likelyNamesOfEach } from '../matching.rules.ts'

const comparing = task<typeof likelyNamesOfEach>(new URL('../matching.rules.ts', import.meta.url), 'likelyNamesOfEach')

/** A sheet of 5,000 lines with only unknown customers takes longer: then nothing is suggested. */
const milliseconds = 5_000

/**
 * The nearest known names of each of many names, calculated in a separate process (LIMIT-15): every name of a sheet is
 * compared with every customer. Empty when that takes too long, because suggestions are optional.
 * @throws Problem rate_limited, unavailable
 */
export async function nearestToEach(
  tenantId: string,
  known: readonly KnownCompany[],
  names: readonly string[],
): Promise<string[][]> {
  if (known.length === 0 || names.length === 0) return names.map(() => [])
  try {
    return await runIsolated(comparing, [known, names], { tenantId, milliseconds })
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_complex') return names.map(() => [])
    throw error
  }
}
