// Generates clients from the interface document with common generators, and compiles them. The generators are installed
// separately, from scripts/clients/package-lock.json; without a reachable registry they are skipped.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installLocked } from './clients/install.ts'
import { type Counts, lastLine, nothing, root, runVitest } from './run.ts'

async function main(): Promise<Counts> {
  const isInstalled = await installLocked(join(root, 'scripts/clients'))
  if (!isInstalled) {
    console.log('The registry of npm cannot be reached: the tests with generators of clients are left out.')
  }
  return await runVitest(
    'scripts/clients/vitest.config.ts',
    join(tmpdir(), `cartage-clients-${process.pid}.json`),
    { WITHOUT_GENERATORS: isInstalled ? '' : '1' },
    process.argv.slice(2),
  )
}

let counts: Counts
try {
  counts = await main()
} catch (error) {
  console.error(error)
  counts = { ...nothing, failed: 1 }
}
console.log(lastLine(counts))
process.exitCode = counts.failed > 0 || counts.passed + counts.skipped === 0 ? 1 : 0
