import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'
import { findFrom, type Locked, type Sbom } from './sbom.ts'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked & { devDependencies?: Record<string, string> }>
}

/** All packages reachable from these through their dependencies. */
function reached(starts: readonly { from: string; names: readonly string[] }[]): Set<string> {
  const seen = new Set<string>()
  const visit = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const path = findFrom(packages, from, name)
      if (path === undefined || seen.has(path)) continue
      seen.add(path)
      const { dependencies, optionalDependencies, peerDependencies } = packages[path]!
      visit(path, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    }
  }
  for (const { from, names } of starts) visit(from, names)
  return seen
}

const label = (path: string) =>
  `${packages[path]!.name ?? path.split('node_modules/').at(-1)}@${packages[path]!.version}`
const ownFolders = ['', 'contract', 'server', 'web', 'client']
const namesIn = (kind: 'dependencies' | 'optionalDependencies' | 'devDependencies') =>
  ownFolders.map((from) => ({ from, names: Object.keys(packages[from]![kind] ?? {}) }))
const isOwn = (path: string) => packages[path]!.link === true

const folder = mkdtempSync(join(tmpdir(), 'cartage-sbom-'))
const file = join(folder, 'sbom.cdx.json')
execFileSync(process.execPath, [join(root, 'scripts/sbom.ts'), file])
const bill = JSON.parse(readFileSync(file, 'utf8')) as Sbom
rmSync(folder, { recursive: true, force: true })

test('the bill of materials lists every package that an installation needs, and no test-only packages', () => {
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  expect(named.size).toBe(bill.components.length)

  const needed = [...reached([...namesIn('dependencies'), ...namesIn('optionalDependencies')])]
  const installed = new Set(needed.filter((path) => !isOwn(path)).map(label))
  expect(installed.size).toBeGreaterThan(200)
  expect([...installed].filter((one) => !named.has(one))).toEqual([])

  const tests = [...reached(namesIn('devDependencies'))].map(label).filter((one) => !installed.has(one))
  expect(tests.map((one) => one.replace(/@[^@]+$/, ''))).toEqual(expect.arrayContaining(['vitest', 'fast-check']))
  expect(tests.filter((one) => named.has(one))).toEqual([])
})

test('each package of the bill has its version, licence and dependencies', () => {
  const refs = new Set(bill.components.map((one) => one['bom-ref']))
  for (const one of bill.components) {
    expect(one).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), purl: one['bom-ref'] })
    expect(one.licenses).toEqual([{ expression: expect.stringMatching(/^[A-Za-z0-9.-]+( (OR|AND) [A-Za-z0-9.-]+)*$/) }])
  }
  const of = (ref: string) => bill.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []
  const application = bill.metadata.component['bom-ref']
  expect(of(application)).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:npm\/fastify@/)]))
  expect(bill.dependencies.flatMap((one) => one.dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
})
