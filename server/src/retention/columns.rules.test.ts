import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fates } from './columns.rules.ts'

/** Words in names of columns that may hold identity, contact data or free text of a person. */
const ofPeople = new RegExp(
  `(^|_)(${[
    ...['name', 'email', 'phone', 'mobile', 'telephone', 'fax', 'address', 'birth', 'person', 'surname', 'username'],
    ...['contact', 'contacts', 'signed', 'signer', 'signature', 'recipient', 'actor', 'user_agent', 'label'],
    ...['remark', 'remarks', 'note', 'notes', 'comment', 'comments', 'description', 'reason', 'failure', 'error'],
    ...['text', 'body', 'payload', 'subject', 'content', 'sealed', 'password', 'auth', 'search'],
  ].join('|')})(_|$)`,
)

/** Names with one of these words that are types, keys or digests. */
const isNoText = /_(type|types|hash|sha256|id|ids|city|digest)$/

interface Column {
  readonly table: string
  readonly column: string
}

function columnsOfPeople(): Column[] {
  const schema = readFileSync(new URL('../../../docs/schema.sql', import.meta.url), 'utf8')
  let table = ''
  return schema.split('\n').flatMap((line) => {
    table = /^create table (\w+) \($/.exec(line)?.[1] ?? table
    const [, column, type] = /^ {2}(\w+) (text|json|jsonb|bytea)\b(?!\[)/.exec(line) ?? []
    if (column === undefined) return []
    const isFree = type === 'json' || type === 'jsonb'
    return isFree || (ofPeople.test(column) && !(isNoText.test(column) && !column.startsWith('actor')))
      ? [{ table, column }]
      : []
  })
}

const columns = columnsOfPeople()

test('RET-5: every column that may contain personal data has a declared effect of erasing', () => {
  expect(columns.length).toBeGreaterThan(200)
  const silent = columns.filter(({ table, column }) => fates[table]?.[column] === undefined)
  expect(silent, 'add each to server/src/retention/columns.rules.ts: erased by a file, or kept for a reason').toEqual(
    [],
  )
})

test('RET-5: every listed column still exists, and the files that erase it contain the table', () => {
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  for (const [table, members] of Object.entries(fates)) {
    for (const [column, fate] of Object.entries(members)) {
      expect([...known], `${table}.${column}`).toContain(`${table}.${column}`)
      if ('kept' in fate) continue
      const file = new URL(`../${fate.erased}`, import.meta.url)
      expect(existsSync(file), fate.erased).toBe(true)
      const text = readFileSync(file, 'utf8')
      const isNamed = text.includes(table) || /updateResources|deleteDocument|erase_audit_values/.test(text)
      expect(isNamed, `${fate.erased} does not name ${table}`).toBe(true)
    }
  }
})
