// Decisions have a fixed structure, so that readers find the same information in the same place.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../docs/decisions')
const sections = ['## Context', '## Decision', '## Alternatives', '## Consequences']
const optional = '## Alternatives'

/** Structural issues of a decision; empty if there are none. */
function issuesOf(name: string, text: string): string[] {
  const [title = '', , status = ''] = text.split('\n')
  const found: readonly string[] = text.match(/^## .*$/gm) ?? []
  const expected = sections.filter((section) => section !== optional || found.includes(section))
  return [
    ...(title.startsWith(`# ${name.slice(0, 4)}: `)
      ? []
      : [`${name}: the first line is "# ${name.slice(0, 4)}: " and a noun phrase`]),
    ...(/^Status: (accepted|replaced by \[\d{4}\]\(\S+\)), \d{4}-\d\d-\d\d\.$/.test(status)
      ? []
      : [`${name}: the third line is "Status: accepted, 2026-11-30."`]),
    ...(String(found) === String(expected)
      ? []
      : [`${name}: has ${found.join(', ')} in place of ${expected.join(', ')}`]),
  ]
}

test('each decision has its number and title, a status, context, decision and consequences', () => {
  const names = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
  expect(names.flatMap((name) => issuesOf(name, readFileSync(join(folder, name), 'utf8')))).toEqual([])
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
})

test('a decision in another form is refused, with the missing parts', () => {
  const whole = '# 0001: A title\n\nStatus: accepted, 2026-11-30.\n\n## Context\n\n## Decision\n\n## Consequences\n'
  expect(issuesOf('0001-a.md', whole)).toEqual([])
  expect(issuesOf('0002-a.md', whole)).toHaveLength(1)
  expect(issuesOf('0001-a.md', whole.replace('accepted, ', ''))).toHaveLength(1)
  expect(issuesOf('0001-a.md', whole.replace('## Context', '## Question'))).toHaveLength(1)
  expect(issuesOf('0001-a.md', whole.replace('## Decision\n', ''))).toHaveLength(1)
})
