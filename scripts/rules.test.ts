import { describe, expect, test } from 'vitest'
import {
  type Citation,
  citationsOf,
  foreignCitations,
  listPaths,
  missingFiles,
  readSources,
  rulesOf,
  rulesWithoutProof,
  type Source,
  unknownCitations,
  unknownDecisions,
  withPlaces,
} from './rules.ts'

const sources = readSources()
const rules = rulesOf(sources)
const citations = sources.flatMap(citationsOf)

describe('the repository', () => {
  test('has pages of rules, and code and tests that cite them', () => {
    expect(rules.length).toBeGreaterThan(200)
    expect(citations.filter(({ isTitle }) => isTitle).length).toBeGreaterThan(500)
  })

  test('cites only rules that are in docs/rules', () => {
    expect(unknownCitations(rules, citations)).toEqual([])
  })

  test('cites no text from outside the repository', () => {
    expect([...foreignCitations(sources), ...unknownDecisions(sources)]).toEqual([])
  })

  test('has a test for every rule, and the code that implements it', () => {
    expect(rulesWithoutProof(rules, citations)).toEqual([])
  })

  test('has every file that its pages list', () => {
    expect(missingFiles(sources, listPaths())).toEqual([])
  })
})

const page: Source = {
  path: 'docs/rules/orders.md',
  text:
    '# Orders\n\n| Id | Rule |\n|---|---|\n| ORD-1 | An order. |\n| ORD-2 | Another. |\n\n' +
    '## Not built yet\n\n| Id | Rule |\n|---|---|\n| ORD-3 | Later. |\n',
}
const product: Source = {
  path: 'server/src/orders/rules.ts',
  text: '/** Decides (ORD-1 to ORD-2). */\nexport const a = 1\n',
}
const tests: Source = {
  path: 'server/src/orders/rules.test.ts',
  text: "test('ORD-1, ORD-2: both', () => {})\n",
}
const check = (...files: Source[]) => {
  const some = [page, ...files]
  const found = some.flatMap(citationsOf)
  return [
    ...unknownCitations(rulesOf(some), found),
    ...rulesWithoutProof(rulesOf(some), found),
    ...foreignCitations(some),
  ]
}

describe('a breach is detected', () => {
  test('but not in valid sources', () => {
    expect(check(product, tests)).toEqual([])
  })

  test.each<[string, string, string]>([
    ['a comment', 'server/src/a.ts', '// As ORD-9 says.'],
    ['a description', 'contract/src/a.ts', "z.string().describe('A name (ORD-9).')"],
    ['a comment of SQL', 'server/migrations/0001_a.sql', 'select 1; -- ORD-9'],
    ['the title of a test', 'web/src/a.test.tsx', "test('ORD-9: a title', () => {})"],
    ['the title of a row of cases', 'server/src/a.test.ts', "  ['ORD-1 and ORD-9: a case', 1],"],
    ['a range', 'server/src/a.ts', '/** ORD-7 to ORD-9. */'],
    ['a page', 'docs/guides/a.md', 'See ORD-9.'],
    ['another family', 'server/src/a.ts', '/* By FOO-1\n   and ORD-9 */'],
  ])('in %s: an id that no page has', (_, path, text) => {
    expect(check(product, tests, { path, text }).join()).toMatch(/cites ORD-9, which no page of docs\/rules has/)
  })

  test('an id in data is not a citation', () => {
    const data = { path: 'seeds/a.test.ts', text: "expect(order).toBe('ORD-77') // as sent" }
    expect(check(product, tests, data)).toEqual([])
  })

  test('a rule without a test, and one without code, are reported; rules that are not built yet need neither', () => {
    expect(check(product)).toEqual(
      ['ORD-1', 'ORD-2'].map((id) => `docs/rules/orders.md: no title of a test cites ${id}.`),
    )
    expect(check(tests)).toEqual(
      ['ORD-1', 'ORD-2'].map((id) => `docs/rules/orders.md: no comment of the product cites ${id}.`),
    )
    const inComment = { ...tests, text: '// ORD-1, ORD-2\n' }
    expect(check(product, inComment)).toHaveLength(2)
  })

  test('a rule that is listed twice', () => {
    const again = { path: 'docs/rules/more.md', text: '| ORD-1 | Again. | – | – |\n' }
    expect(check(product, tests, again)).toEqual(['docs/rules/more.md: ORD-1 is there twice.'])
  })

  test.each([
    ['server/src/a.ts', '// (reliability design 2.4, 2.5)', 2],
    ['server/src/a.ts', '// client-compat 14, contract section 5; performance, section 3', 3],
    ['server/src/a.test.ts', "test('2.16: a title', () => {})", 1],
    ['server/migrations/0001_a.sql', '-- (reliability design 9.9)', 1],
  ])('a section of a text elsewhere, in %s', (path, text, count) => {
    expect(check(product, tests, { path, text })).toHaveLength(count)
  })

  test('a decision that does not exist', () => {
    const decision = { path: 'docs/decisions/0001-a.md', text: '# 0001' }
    const citing = { path: 'server/src/a.ts', text: '// As decision 0001 says, and decision 0999.' }
    expect(unknownDecisions([decision, citing])).toEqual(['server/src/a.ts cites decision 0999, which does not exist.'])
  })

  test('a merged migration may cite terms that a table of docs/rules explains', () => {
    const table = { path: 'docs/rules/README.md', text: '| reliability design 9.9 | here |\n' }
    const migration = { path: 'server/migrations/0001_a.sql', text: '-- (reliability design 9.9)' }
    expect(check(product, tests, table, migration)).toEqual([])
    expect(check(product, tests, table, { ...migration, path: 'server/src/a.ts' })).toHaveLength(1)
  })

  test.each([
    ['a link', 'See [it](../rules/orders.md) and [that](gone.md).', 'docs/guides/gone.md'],
    ['a picture', '<img src="../screens/gone.png">', 'docs/screens/gone.png'],
    ['a name', 'It is in `orders/rules.ts` and `gone.ts`.', 'gone.ts'],
    ['a pattern', 'They are in `orders/*.ts` and `orders/gone*.ts`.', 'orders/gone*.ts'],
    ['choices', 'They are in `rules{,.test}.ts` and `gone{,-too}.ts`.', 'gone{,-too}.ts'],
    ['a folder', 'It is in `server/src/orders/` or `server/src/gone/`.', 'server/src/gone/'],
    ['a tree', '```\nserver/src/orders/rules.ts   what\nserver/src/gone.ts   what\n```', 'server/src/gone.ts'],
  ])('%s on a page that leads nowhere', (_, text, name) => {
    const paths = ['docs/rules/orders.md', 'server/src/orders/rules.ts', 'server/src/orders/rules.test.ts']
    const guide = { path: 'docs/guides/a.md', text }
    expect(missingFiles([guide], paths)).toEqual([`docs/guides/a.md names ${name}, which does not exist.`])
  })
})

test('the columns of a page list the files, however often they are written', () => {
  const found: Citation[] = [product, tests].flatMap(citationsOf)
  const written = withPlaces(page, found)
  expect(written).toContain(
    '| ORD-1 | An order. | [server/src/orders/rules.ts](../../server/src/orders/rules.ts) | ' +
      '[server/src/orders/rules.test.ts](../../server/src/orders/rules.test.ts) |',
  )
  expect(written).toContain('| ORD-3 | Later. | – | – |')
  expect(withPlaces({ ...page, text: written }, found)).toBe(written)
})
