import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocksOf, piecesOf } from './markdown.ts'

test('headings, paragraphs over several lines, lists and code become parts of a page', () => {
  const page =
    '# Title\n\nOne line\nand its end.\n\n- first\n- second\n\n## Part\n\n```sh\n# no heading\n\n- no list\n```\n\nEnd.\n'
  expect(blocksOf(page)).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'One line and its end.' },
    { kind: 'list', items: ['first', 'second'] },
    { kind: 'heading', level: 2, text: 'Part' },
    { kind: 'code', language: 'sh', text: '# no heading\n\n- no list' },
    { kind: 'paragraph', text: 'End.' },
  ])
})

test('code between backticks is told from words', () => {
  expect(piecesOf('send `a` or `b`')).toEqual([
    { isCode: false, text: 'send ' },
    { isCode: true, text: 'a' },
    { isCode: false, text: ' or ' },
    { isCode: true, text: 'b' },
  ])
})

const folder = new URL('../../../docs/guides/', import.meta.url)
test.each(readdirSync(folder))('the guide %s uses only what the page can show', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const blocks = blocksOf(text)
  expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 })
  expect(blocks.filter((block) => block.kind === 'heading' && block.level === 1)).toHaveLength(1)
  for (const block of blocks) {
    if (block.kind === 'paragraph') expect(block.text).not.toMatch(/^(#|\*|>|\||\d+\.)|\]\(|\*\*|<\w/)
  }
})
