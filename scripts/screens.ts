// Writes docs/screens: every page light and dark, its states light, 1440 x 900. Arguments select pictures by name. A
// picture that looks unchanged is not rewritten. With E2E_BASE_URL, LOGIN_EMAIL and LOGIN_PASSWORD it uses a running
// server, whose tenant has the sample world.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSampleTenant, readTooOften, reportUnknownStops } from './e2e-world.ts'
import { findPrograms } from './external.ts'
import { type Counts, lastLine, runVitest } from './run.ts'
import { startScratch } from './scratch.ts'

/** Users of the tenant, for lists of people; the first one views the screens. */
const people = [
  ['ilse', 'Ilse Verhoeven', 'SUPER_ADMIN'],
  ['bart', 'Bart Claessens', 'PLANNER'],
  ['nadia', 'Nadia El Amrani', 'PLANNER'],
  ['joke', 'Joke de Wit', 'ORDER_ENTRY'],
  ['stefan', 'Stefan Kuipers', 'ACCOUNTANT'],
  ['lieve', 'Lieve Maes', 'VIEWER'],
] as const

async function main(): Promise<Counts> {
  const { chromium } = await findPrograms('chromium')
  if (process.env.E2E_BASE_URL) return await takeAll({ CHROMIUM: chromium })
  const scratch = await startScratch()
  try {
    const slug = 'demo-transport'
    const tenant = await createSampleTenant(scratch, slug, '--name', 'Demo Transport')
    await reportUnknownStops(scratch.baseUrl, tenant)
    await scratch.cartage('limits', 'set', slug, '--default')
    await readTooOften(scratch.baseUrl, tenant)
    const logins: { email: string; password: string }[] = []
    for (const [mailbox, name, role] of people) {
      const flags = [slug, `${mailbox}@demo-transport.example`, '--name', name, '--role', role, '--json']
      logins.push(JSON.parse(await scratch.cartage('user', 'create', ...flags)))
    }
    const empty = await scratch.createTenant('polder-trucking', '--name', 'Polder Trucking', '--no-limits')
    return await takeAll({
      ...scratch.env,
      E2E_BASE_URL: scratch.baseUrl,
      LOGIN_EMAIL: logins[0]!.email,
      LOGIN_PASSWORD: logins[0]!.password,
      LOGINS: JSON.stringify({ EMPTY: empty.user }),
      CHROMIUM: chromium,
    })
  } finally {
    await scratch.stop()
  }
}

async function takeAll(env: NodeJS.ProcessEnv): Promise<Counts> {
  const report = join(tmpdir(), `cartage-screens-${process.pid}.json`)
  const chosen = { PICTURES: process.argv.slice(2).join(',') }
  return await runVitest('web/e2e/pictures/vitest.config.ts', report, { ...env, ...chosen }, [])
}

const counts = await main()
console.log(lastLine(counts))
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
