import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { blocksOf } from './markdown.ts'
import { Part } from './part.tsx'

const page = `- Look at [Limits](../guides/limits.md), at [the command line](../cli.md) and at [them](https://elsewhere.example/).

| Id | Rule |
|---|---|
| A-1 | As [the reference](/api-reference) says. |
`

test('a table of a guide has all its columns, without links in their headings', async ({ page: shown }) => {
  const [table] = blocksOf('| | Lost | For |\n|---|---|---|\n| `backup` | a day | [all](limits.md) |\n')
  await shown.show(<Part block={table!} page="backup" shown="" />)
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['backup', 'a day', 'all'])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/help?guide=limits'])
})

test('links in lists and tables lead only to pages of the application', async ({ page: shown }) => {
  const parts = blocksOf(page).map((block) => <Part key={block.kind} block={block} page="rules-events" shown="" />)
  await shown.show(<div>{parts}</div>)
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Limits', '/help?guide=limits'],
    ['A-1', '/help?guide=rules-events#A-1'],
    ['the reference', '/api-reference'],
  ])
  expect(screen.getByRole('listitem').textContent).toBe('Look at Limits, at the command line and at them.')
})
