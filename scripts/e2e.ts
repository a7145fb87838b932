// Runs the browser tests of the web application against a server of its own: all, or the files named.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogins, createSampleTenant } from './e2e-world.ts'
import { findPrograms, ProgramMissing, skipsExternal } from './external.ts'
import { type Counts, lastLine, nothing, runVitest } from './run.ts'
import { startScratch } from './scratch.ts'

async function main(): Promise<Counts> {
  if (skipsExternal()) {
    console.log('SKIP_EXTERNAL=1: the browser tests are left out.')
    return { ...nothing, skipped: 1 }
  }
  const { browser } = await findPrograms('browser')
  const scratch = await startScratch()
  try {
    const tenant = await createSampleTenant(scratch, 'browser')
    const logins = await createLogins(scratch, 'browser')
    return await runVitest(
      'web/e2e/vitest.config.ts',
      join(tmpdir(), `cartage-e2e-${process.pid}.json`),
      {
        ...scratch.env,
        E2E_BASE_URL: scratch.baseUrl,
        LOGIN_EMAIL: tenant.user.email,
        LOGIN_PASSWORD: tenant.user.password,
        LOGINS: JSON.stringify(logins),
        API_CLIENT_ID: tenant.api_client.client_id,
        API_CLIENT_SECRET: tenant.api_client.client_secret,
        CHROMIUM: browser,
      },
      process.argv.slice(2),
    )
  } finally {
    await scratch.stop()
  }
}

let counts: Counts
try {
  counts = await main()
} catch (error) {
  console.error(error instanceof ProgramMissing ? error.message : error)
  counts = { ...nothing, failed: 1 }
}
console.log(lastLine(counts))
process.exitCode = counts.failed > 0 || counts.passed + counts.skipped === 0 ? 1 : 0
