import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { guessColumns } from '../orders/import/sheet-columns.ts'
import { cellText, csvText, readFile, readText, rowsOf, templateText } from './read-sheet.ts'

test('pasted cells, and CSV with commas or semicolons, are read alike', () => {
  const expected = [
    ['Customer', 'Note'],
    ['Alpha', 'a, b'],
  ]
  expect(readText('Customer\tNote\nAlpha\ta, b\n\n')).toEqual(expected)
  expect(readText('Customer;Note\r\nAlpha;a, b\r\n')).toEqual(expected)
  expect(readText('Customer,Note\nAlpha,"a, b"')).toEqual(expected)
})

describe('EXP-3: no line vanishes', () => {
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

  test('cells over several lines stay one cell, with marks and quotes in them', () => {
    const cells = [
      ['Customer', 'Note', 'Goods'],
      ['Alpha', 'ring; twice\n"at gate 3"', 'Pipes'],
    ]
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    for (const mark of [';', ',', '\t'])
      expect(readText(cells.map((line) => line.map(quoted).join(mark)).join('\n'))).toEqual(cells)
  })

  test('any cells that are written as CSV are read as they were', () => {
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

test('a file names its mark as Excel does, and may be UTF-16', async () => {
  expect(readText('sep=;\r\nCustomer;Weight\r\nAlpha;1,5')).toEqual([
    ['Customer', 'Weight'],
    ['Alpha', '1,5'],
  ])
  const text = '\ufeffClient\tVille\nAlpha\tLiège'
  const little = new Uint8Array(Uint16Array.from([...text].map((sign) => sign.charCodeAt(0))).buffer)
  const big = little.map((_, at) => little[at ^ 1]!)
  for (const bytes of [little, big])
    expect((await readFile(new File([bytes], 'orders.txt')))[1]).toEqual(['Alpha', 'Liège'])
})

test('numbers with a decimal comma do not split the cells of a file with semicolons or tabs', () => {
  expect(readText('2026-07-01;13,4\n2026-08-01;13,65\n')[1]).toEqual(['2026-08-01', '13,65'])
  expect(readText('1\t9,80\n2\t12,10\n')[0]).toEqual(['1', '9,80'])
})

test('a file of an older Windows program keeps its accents', async () => {
  const bytes = Uint8Array.from(
    [...'Client;Ville\nAlpha;Li'].map((sign) => sign.charCodeAt(0)).concat(0xe8, 0x67, 0x65),
  )
  expect((await readFile(new File([bytes], 'orders.csv')))[1]).toEqual(['Alpha', 'Liège'])
})

test('an Excel file with thousands of lines is read, days and numbers as they are', async () => {
  const sheet = await readFile(new File([excelOf(3_000)], 'orders.xlsx'))
  expect(sheet).toHaveLength(3_001)
  expect(sheet[0]).toEqual(['Customer', 'Weight'])
  expect(sheet[3_000]).toEqual(['Alpha 2999', '1.1250'])
  expect(cellText(new Date('2026-11-25T00:00:00Z'))).toBe('2026-11-25')
  expect(cellText(new Date('1899-12-30T08:30:00Z'))).toBe('08:30')
})

test('lines keep their number, and only what means something', () => {
  const sheet = [
    ['Customer', 'Colour', 'Town'],
    ['Alpha', 'red', ''],
  ]
  expect(rowsOf(sheet, ['customer', null, 'pickup_city'])).toEqual([{ line: 2, values: { customer: 'Alpha' } }])
})

test('the template can be read back whole', () => {
  const sheet = readText(templateText().slice(1))
  expect(guessColumns(sheet[0]!)).not.toContain(null)
})

test('a cell that begins like a formula is no formula in the file', () => {
  expect(csvText([['=1+1']])).toContain("'=1+1")
})

/** A small workbook, as spreadsheet programs write it. */
function excelOf(lines: number): Uint8Array<ArrayBuffer> {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (at: number) => `<row>${cell(`A${at + 2}`, `Alpha ${at}`)}<c r="B${at + 2}"><v>1.125</v></c></row>`
  const rows = Array.from({ length: lines }, (_, at) => row(at))
  const head = `<row>${cell('A1', 'Customer')}${cell('B1', 'Weight')}</row>`
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const sheet = '<sheet name="A" sheetId="1" r:id="rId1"/>'
  const relation = `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>`
  const parts = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheet}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${relation}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${head}${rows.join('')}</sheetData></worksheet>`,
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  ) as Uint8Array<ArrayBuffer>
}
