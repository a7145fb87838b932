import { expect, test } from 'vitest'
import { linesOf } from './csv.ts'

async function* chunks(rows: readonly unknown[]) {
  yield rows
}

async function fileOf(...values: unknown[]): Promise<string> {
  let text = ''
  for await (const part of linesOf({ cell: (row: unknown) => row, last: () => 'x' }, chunks(values))) text += part
  return text
}

test.each([
  ['=1+1', "'=1+1"],
  ['a;=HYPERLINK("https://thief.example")', 'a;\'=HYPERLINK(""https://thief.example"")'],
  ['a; @SUM(1)', "a; '@SUM(1)"],
  ['a\t-2+3', "a\t'-2+3"],
  ['a;b', 'a;b'],
  ['-5.00', "'-5.00"],
])(
  'FILE-6: %j is %j in a file, so that no spreadsheet program interprets it or a part of it as a formula',
  async (cell, written) => {
    const line = (await fileOf(cell)).split('\n')[1]!
    expect([`${written},x`, `"${written}",x`]).toContain(line)
  },
)

test('numbers and absent values stay unchanged', async () => {
  expect(await fileOf(-5, null, true)).toBe('\u{feff}cell,last\n-5,x\n,x\ntrue,x\n')
})
