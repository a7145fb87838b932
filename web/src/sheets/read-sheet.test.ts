import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessColumns } from '../orders/import/sheet-columns.ts'
import { csvText, readFile, readSheet, readText, rowsOf, templateText } from './read-sheet.ts'
import { headingOf } from './sheet.ts'

const cellsOf = async (bytes: BlobPart, name: string) => {
  const [sheet] = await readFile(new File([bytes], name))
  return sheet!.lines.map(({ cells }) => cells)
}

test('pasted cells, and CSV with commas or semicolons, are read alike', () => {
  const expected = [
    ['Customer', 'Note'],
    ['Alpha', 'a, b'],
  ]
  expect(readText('Customer\tNote\nAlpha\ta, b\n\n')).toEqual(expected)
  expect(readText('Customer;Note\r\nAlpha;a, b\r\n')).toEqual(expected)
  expect(readText('Customer,Note\nAlpha,"a, b"')).toEqual(expected)
})

describe('EXP-3: no line is lost', () => {
  test.each([
    ['inches at the start of a cell', 'Customer\tGoods\nAlpha\t"12 mm bar\nBeta\tPipes\nGamma\tSteel'],
    ['two that meet at the end of a cell', 'Goods\tCustomer\n"12 mm bar\tAlpha\npipe 6"\tBeta\nSteel\tGamma'],
    ['one in the last line', 'Customer;Goods\nAlpha;Pipes\nBeta;Bars\nGamma;"12 mm bar'],
    ['one that ends too early', 'Customer;Goods\nAlpha;"12" bar\nBeta;Pipes\nGamma;Steel'],
  ])('%s', (_name, text) => {
    const sheet = readText(text)
    expect(sheet).toHaveLength(4)
    expect(sheet.every((line) => line.length === 2)).toBe(true)
    expect(sheet.flat().join(' ')).toContain('12')
  })

  test('cells over several lines stay one cell, with separators and quotes in them', () => {
    const cells = [
      ['Customer', 'Note', 'Goods'],
      ['Alpha', 'ring; twice\n"at gate 3"', 'Pipes'],
    ]
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    for (const mark of [';', ',', '\t'])
      expect(readText(cells.map((line) => line.map(quoted).join(mark)).join('\n'))).toEqual(cells)
  })

  test('any cells written as CSV read back unchanged', () => {
    const sign = fc.constantFrom(...'ab1" \n')
    const cell = fc.string({ unit: sign, maxLength: 8 }).map((text) => `x${text}x`)
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 6 }), (rows) => {
        const text = rows.map((line) => line.map((one) => `"${one.replaceAll('"', '""')}"`).join('\t')).join('\n')
        expect(readText(text)).toEqual(rows)
      }),
    )
  })
})

test('a file declares its separator like Excel, and may be UTF-16', async () => {
  expect(readText('sep=;\r\nCustomer;Weight\r\nAlpha;1,5')).toEqual([
    ['Customer', 'Weight'],
    ['Alpha', '1,5'],
  ])
  const text = '\ufeffClient\tVille\nAlpha\tLiège'
  const little = new Uint8Array(Uint16Array.from([...text].map((sign) => sign.charCodeAt(0))).buffer)
  const big = little.map((_, at) => little[at ^ 1]!)
  for (const bytes of [little, big]) expect((await cellsOf(bytes, 'orders.txt'))[1]).toEqual(['Alpha', 'Liège'])
})

test('numbers with a decimal comma do not split the cells of a file with semicolons or tabs', () => {
  expect(readText('2026-07-01;13,4\n2026-08-01;13,65\n')[1]).toEqual(['2026-08-01', '13,65'])
  expect(readText('1\t9,80\n2\t12,10\n')[0]).toEqual(['1', '9,80'])
})

test('a file of an older Windows program keeps its accented letters', async () => {
  const bytes = Uint8Array.from(
    [...'Client;Ville\nAlpha;Li'].map((sign) => sign.charCodeAt(0)).concat(0xe8, 0x67, 0x65),
  )
  expect((await cellsOf(bytes, 'orders.csv'))[1]).toEqual(['Alpha', 'Liège'])
})

test('EXP-4: rows are numbered as in the file, also below lines without content', () => {
  const sheet = readSheet('sep=;\r\n\nCustomer;Town\n\n;\nAlpha;Ghent\n\nBeta;Liège\n')
  expect(sheet.map(({ line }) => line)).toEqual([2, 5, 7])
  expect(rowsOf(sheet, ['customer', null]).map(({ line }) => line)).toEqual([5, 7])
})

test('EXP-4: a missing value in the form of a spreadsheet program is an error of its cell', () => {
  const sheet = readSheet('Customer;Weight;Goods\nAlpha;#N/B;# 12\nBeta;#DEEL/0!;#N/A\nGamma;#####;#WERT!')
  const faults = sheet.map(({ faults: found }) => [...(found?.keys() ?? [])])
  expect(faults).toEqual([[], [1], [1, 2], [1, 2]])
  expect(rowsOf(sheet, ['customer', 'weight_kg', 'goods'])[0]?.unreadable).toEqual({ weight_kg: 'ERROR' })
})

test('EXP-4: headings of the whole table are above those of the columns', () => {
  const known = (cells: readonly string[]) => guessColumns(cells).filter((column) => column !== null).length
  const sheet = readSheet(
    'Orders of week 48\n\nPlanning;;by Ann\nCustomer;Weight;Goods\nAlpha;1,5;Pipes\nBeta;2,5;Bars',
  )
  expect(sheet[headingOf(sheet, known)]?.cells).toEqual(['Customer', 'Weight', 'Goods'])
  const prices = readSheet('Prices 2027\n\n;100;200\nZone 1;10,5;20,5\nZone 2;11;21')
  expect(prices[headingOf(prices)]).toEqual({ line: 3, cells: ['', '100', '200'] })
})

test('lines keep their number, and empty ones are left out', () => {
  const sheet = [
    { line: 1, cells: ['Customer', 'Colour', 'Town'] },
    { line: 2, cells: ['Alpha', 'red', ''] },
  ]
  expect(rowsOf(sheet, ['customer', null, 'pickup_city'])).toEqual([{ line: 2, values: { customer: 'Alpha' } }])
})

test('the template can be read back whole', () => {
  const sheet = readText(templateText().slice(1))
  expect(guessColumns(sheet[0]!)).not.toContain(null)
})

test('a cell that begins like a formula is not a formula in the file', () => {
  expect(csvText([['=1+1']])).toContain("'=1+1")
})
