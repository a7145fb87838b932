import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { applyBug, seededBugs } from './bugs.ts'

const bugs = seededBugs()
const docs = readFileSync(join(root, 'docs/reliability.md'), 'utf8')

test('there are at least twenty seeded bugs, all different', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(20)
  expect(new Set(bugs.map(({ defect }) => defect)).size).toBe(bugs.length)
})

test.each(bugs)('the bug $name can be seeded, has its proof, and is in the table of docs/reliability.md', (bug) => {
  applyBug(root, bug, '--check')
  const [script, ...args] = bug.proof
  expect(existsSync(join(root, `scripts/${script}.ts`))).toBe(true)
  for (const file of args.filter((arg) => arg.endsWith('.test.ts'))) expect(existsSync(join(root, file))).toBe(true)
  const row = `| ${bug.defect} | \`${bug.proof.join(' ')}\` |`
  expect([row, docs.includes(row)]).toEqual([row, true])
})
