import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Statements = Record<string, number | number[]>

const folder = new URL('./', import.meta.url)
const statements = JSON.parse(readFileSync(new URL('fixtures/statements.json', folder), 'utf8')) as Statements
// CLIENT-n is line n of the existing clients' behaviour and needs; the other names are statements of the interface.
const expected = Object.entries(statements).flatMap(([area, numbers]) =>
  (typeof numbers === 'number' ? Array.from({ length: numbers }, (_, index) => index + 1) : numbers).map(
    (number) => `${area}-${number}`,
  ),
)

const titles = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts')
  .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/['"`]((?:[A-Z]+-\d+(?:, )?)+): /g)])
  .map((match) => match[1]!)
const covered = new Set(titles.flatMap((title) => [...title.matchAll(/[A-Z]+-\d+/g)].map(([id]) => id)))

test('every statement in scope has a test named after it', () => {
  expect(expected.length).toBeGreaterThan(80)
  console.log(`Statements covered (${covered.size}): ${[...covered].sort(byArea).join(' ')}`)
  const open = expected.filter((id) => !covered.has(id))
  console.log(open.length === 0 ? 'Statements without a test: none' : `Statements without a test: ${open.join(' ')}`)
  expect(open).toEqual([])
})

function byArea(one: string, other: string): number {
  const [area = '', number = ''] = one.split('-')
  const [otherArea = '', otherNumber = ''] = other.split('-')
  return area === otherArea ? Number(number) - Number(otherNumber) : area < otherArea ? -1 : 1
}
