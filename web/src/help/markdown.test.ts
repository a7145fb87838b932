import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Block, blocksOf, piecesOf } from './markdown.ts'
import { forCallers, rulePages } from './rules.ts'

test('headings, paragraphs over several lines, lists and code become parts of a page', () => {
  const page =
    '# Title\n\nOne line\nand its end.\n\n- first\n- second\n\n## Part\n\n### Step\n\n```sh\n# no heading\n\n- no list\n```\n\nEnd.\n'
  expect(blocksOf(page)).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'One line and its end.' },
    { kind: 'list', items: ['first', 'second'] },
    { kind: 'heading', level: 2, text: 'Part' },
    { kind: 'heading', level: 3, text: 'Step' },
    { kind: 'code', language: 'sh', text: '# no heading\n\n- no list' },
    { kind: 'paragraph', text: 'End.' },
  ])
})

test('an item of a list may continue in the next line, and a table header may begin with an empty cell', () => {
  expect(blocksOf('- first\n  and its end\n- second\n')).toEqual([
    { kind: 'list', items: ['first and its end', 'second'] },
  ])
  expect(blocksOf('| | Lost at most |\n|---|---|\n| each night | a day |\n')).toEqual([
    { kind: 'table', head: ['', 'Lost at most'], rows: [['each night', 'a day']] },
  ])
})

test('code between backticks is separated from prose', () => {
  expect(piecesOf('send `a` or `b`')).toEqual([
    { isCode: false, text: 'send ' },
    { isCode: true, text: 'a' },
    { isCode: false, text: ' or ' },
    { isCode: true, text: 'b' },
  ])
})

test('links are separated from prose, in lists and cells as well', () => {
  expect(piecesOf('see [Limits](limits.md#left), `[a](b)`, [and')).toEqual([
    { isCode: false, text: 'see ' },
    { isCode: false, text: 'Limits', href: 'limits.md#left' },
    { isCode: false, text: ', ' },
    { isCode: true, text: '[a](b)' },
    { isCode: false, text: ', [and' },
  ])
})

const folder = new URL('../../../docs/guides/', import.meta.url)
test.each(readdirSync(folder))('the guide %s uses only elements that the page can show', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const blocks = blocksOf(text)
  expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 })
  expect(blocks.filter((block) => block.kind === 'heading' && block.level === 1)).toHaveLength(1)
  for (const block of blocks) {
    if (block.kind === 'paragraph') expect(block.text).not.toMatch(/^(#|\*|>|\||\d+\.)|\*\*|<\w/)
  }
})

test('the guide of planners has the same parts in each language', () => {
  const shape = (language: string) =>
    blocksOf(readFileSync(new URL(`planner.${language}.md`, folder), 'utf8')).map((block) =>
      block.kind === 'list' ? block.items.length : block.kind,
    )
  for (const language of ['nl', 'fr', 'de']) expect(shape(language)).toEqual(shape('en'))
})

test('a table becomes a head and rows', () => {
  expect(blocksOf('| Id | Rule |\n|---|---|\n| A-1 | One `a` thing. |\n| A-2 | Another. |\n')).toEqual([
    {
      kind: 'table',
      head: ['Id', 'Rule'],
      rows: [
        ['A-1', 'One `a` thing.'],
        ['A-2', 'Another.'],
      ],
    },
  ])
})

test('callers read the rules of a page, and nothing about files', () => {
  const page =
    '# Orders\n\nOrder intake.\n\n| Id | Rule | Decided in | Tests |\n|---|---|---|---|\n| A-1 | One. | [a](b) | – |\n\n## More\n\nSee [c](d).\n'
  expect(forCallers(page)).toEqual([
    { kind: 'heading', level: 1, text: 'Orders' },
    { kind: 'paragraph', text: 'Order intake.' },
    { kind: 'table', head: ['Id', 'Rule'], rows: [['A-1', 'One.']] },
    { kind: 'heading', level: 2, text: 'More' },
  ])
})

test.each(Object.entries(rulePages))(
  'the rules %s have the title of the list and only supported elements',
  async (_, page) => {
    const blocks = forCallers((await page.load()).default)
    expect(blocks.slice(0, 2)).toEqual([
      { kind: 'heading', level: 1, text: page.heading },
      { kind: 'paragraph', text: expect.stringMatching(/\.$/) },
    ])
    const tables = blocks.filter((block): block is Block & { kind: 'table' } => block.kind === 'table')
    expect(tables.length).toBeGreaterThan(0)
    for (const { head, rows } of tables) {
      expect(head).toEqual(['Id', 'Rule'])
      for (const row of rows)
        expect(row).toEqual([expect.stringMatching(/^[A-Z]+-\d+$/), expect.not.stringMatching(/\]\(|\*\*|<br>/)])
    }
  },
)
