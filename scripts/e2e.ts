// Runs the browser tests of the web application against its own server: all, or the named files. With `--living`, the
// simulation drives the sample world and reports events meanwhile.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPmtiles, inWorldTile } from '../server/src/testing/data/pmtiles.ts'
import { bringToLife, createLogins, createSampleTenant } from './e2e-world.ts'
import { findPrograms, ProgramMissing, skipsExternal } from './external.ts'
import { type Counts, lastLine, nothing, runVitest } from './run.ts'
import { startScratch } from './scratch.ts'

const { values, positionals } = parseArgs({
  options: { living: { type: 'boolean', default: false } },
  allowPositionals: true,
})

async function main(): Promise<Counts> {
  if (skipsExternal()) {
    console.log('SKIP_EXTERNAL=1: the browser tests are left out.')
    return { ...nothing, skipped: 1 }
  }
  const { browser } = await findPrograms('browser')
  const folder = mkdtempSync(join(tmpdir(), 'cartage-tiles-'))
  const tiles = join(folder, 'roads.pmtiles')
  writeFileSync(tiles, createRoads())
  const scratch = await startScratch({ settings: { MAP_TILES: tiles } })
  try {
    const tenant = await createSampleTenant(scratch, 'browser')
    const logins = await createLogins(scratch, 'browser')
    if (values.living) await bringToLife(scratch.baseUrl, tenant)
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
      positionals,
    )
  } finally {
    await scratch.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One world-wide tile with a motorway from Rotterdam to Brussels, a railway and a town. */
function createRoads(): Buffer {
  const line = (places: readonly (readonly [number, number])[]) => places.map(([lon, lat]) => inWorldTile(lon, lat))
  const motorway = line([
    [4.48, 51.92],
    [4.4, 51.22],
    [4.35, 50.85],
  ])
  const world = [
    [0, 0],
    [4_096, 0],
    [4_096, 4_096],
    [0, 4_096],
  ] as const
  return createPmtiles({
    attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>',
    layers: {
      earth: [{ kind: 'AREA', at: world, tags: { kind: 'earth' } }],
      roads: [{ kind: 'LINE', at: motorway, tags: { kind: 'highway', ref: 'A16', name: 'A16' } }],
      places: [
        {
          kind: 'POINT',
          at: [inWorldTile(4.4, 51.22)],
          tags: { kind: 'locality', name: 'Antwerpen', 'name:en': 'Antwerp', 'name:fr': 'Anvers', population_rank: 12 },
        },
      ],
    },
  })
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
