// Runs the unit, feature and architecture tests: all, or the files named.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPrograms, lookFor, ProgramMissing, skipsExternal } from './external.ts'
import { type Counts, lastLine, nothing, runVitest } from './run.ts'

async function main(): Promise<Counts> {
  const report = join(tmpdir(), `cartage-unit-${process.pid}.json`)
  const files = process.argv.slice(2)
  if (!skipsExternal()) {
    const { sshd, routino } = await findPrograms('sshd', 'routino')
    const pgbouncer = lookFor('pgbouncer')
    if (pgbouncer === undefined) console.log('PgBouncer is not here: the tests behind a pooler are skipped.')
    return await runVitest(
      'vitest.config.ts',
      report,
      { SSHD: sshd, ROUTINO: routino, PGBOUNCER: pgbouncer ?? '' },
      files,
    )
  }
  console.log('SKIP_EXTERNAL=1: the tests against OpenSSH, Routino and PgBouncer are left out.')
  const counts = await runVitest('vitest.config.ts', report, { SSHD: '', ROUTINO: '', PGBOUNCER: '' }, files)
  return { ...counts, skipped: counts.skipped + 1 }
}

let counts: Counts
try {
  counts = await main()
} catch (error) {
  // A missing program that cannot be installed is one failure, with a sentence that says what to do.
  console.error(error instanceof ProgramMissing ? error.message : error)
  counts = { ...nothing, failed: 1 }
}
console.log(lastLine(counts))
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
