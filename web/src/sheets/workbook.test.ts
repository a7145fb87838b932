import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFile } from './read-sheet.ts'
import type { SheetLine } from './sheet.ts'

type Kind = 'xlsx' | 'xlsm' | 'xlsb' | 'biff8' | 'ods' | 'xlml' | 'html'

/** A file as saved by a spreadsheet program. */
function fileOf(sheets: Record<string, WorkSheet>, kind: Kind = 'xlsx', settings: object = {}): File {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  book.Workbook = { ...book.Workbook, ...settings }
  return new File([write(book, { type: 'array', bookType: kind }) as ArrayBuffer], 'orders.dat')
}

const cells = (...given: CellObject[]): WorkSheet => ({
  ...Object.fromEntries(given.map((cell, at) => [utils.encode_cell({ r: 0, c: at }), cell])),
  '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: 0, c: given.length - 1 } }),
})
const number = (v: number, z?: string): CellObject => ({ t: 'n', v, ...(z !== undefined && { z }) })

async function lineOf(file: File): Promise<SheetLine | undefined> {
  const [sheet] = await readFile(file)
  return sheet?.lines[0]
}
const textsOf = async (...given: CellObject[]) => (await lineOf(fileOf({ A: cells(...given) })))?.cells

describe('EXP-4: values are read as displayed in a spreadsheet program', () => {
  test.each(['xlsx', 'xlsm', 'xlsb', 'biff8', 'ods', 'xlml', 'html'] as const)('%s', async (kind) => {
    const sheet = utils.aoa_to_sheet([['Customer', 'Weight'], [], ['Älpha', 1200.5], [undefined, 'x']])
    const [first] = await readFile(fileOf({ A: sheet }, kind))
    expect(first?.lines).toEqual([
      { line: 1, cells: ['Customer', 'Weight'] },
      { line: 3, cells: ['Älpha', '1200.5'] },
      { line: 4, cells: ['', 'x'] },
    ])
  })

  test('codes keep their digits, and text added by their format', async () => {
    expect(await textsOf(number(1067, '00000'), number(336, '0000'), number(1203, '"UN "0000'))).toEqual([
      '01067',
      '0336',
      'UN 1203',
    ])
  })

  test('numbers are rounded as displayed, without thousands separators', async () => {
    const money = [number(1234.5, '"€" #,##0.00'), number(1234.567, '#,##0'), number(-2.346, '0.00;[Red]-0.00')]
    expect(await textsOf(...money, number(0.05, '0%'))).toEqual(['1234.5', '1235', '-2.35', '5%'])
    expect(await textsOf(number(1.125), number(0.1 + 0.2), number(5_412_345_678_908), number(51.924421))).toEqual([
      '1.1250',
      '0.3',
      '5412345678908',
      '51.924421',
    ])
  })

  test('days are calendar dates, never American text; the format determines whether there is a time', async () => {
    const at = 46_351.354_166
    const formats = ['m/d/yy', 'dd-mm-yyyy h:mm', 'dddd d mmmm', 'h:mm', '[$-413]d/mmm/yy', 'd/m/yy h:mm AM/PM']
    expect(await textsOf(...formats.map((format) => number(at, format)), number(0.5, 'h:mm'))).toEqual([
      '2026-11-25',
      '2026-11-25 08:30',
      '2026-11-25',
      '08:30',
      '2026-11-25',
      '2026-11-25 08:30',
      '12:00',
    ])
    expect(await textsOf(number(1.25, '[h]:mm'))).toEqual(['30:00'])
  })

  test('days count from 1904 if the file declares it', async () => {
    const file = fileOf({ A: cells(number(46_351 - 1_462, 'd-m-yyyy')) }, 'xlsx', { WBProps: { date1904: true } })
    expect((await lineOf(file))?.cells).toEqual(['2026-11-25'])
  })

  test('a file of LibreOffice is read by its values, not by the text in its language', async () => {
    const mimetype = 'application/vnd.oasis.opendocument.spreadsheet'
    const office = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'
    const cell = (attributes: string, text: string) =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
    const row = [
      cell('office:value-type="date" office:date-value="2026-11-25T08:30:00"', '25-11-26 08:30'),
      cell('office:value-type="date" office:date-value="2026-11-05"', '05-11-26'),
      cell('office:value-type="time" office:time-value="PT08H30M00S"', '08:30'),
      cell('office:value-type="float" office:value="1234.5"', '1.234,50'),
      cell('office:value-type="float" office:value="1067"', '01067'),
    ].join('')
    const content = `<?xml version="1.0"?><office:document-content xmlns:office="${office}" xmlns:table="urn:t" xmlns:text="urn:x"><office:body><office:spreadsheet><table:table table:name="A"><table:table-row>${row}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
    const manifest = '<manifest:manifest xmlns:manifest="urn:m"></manifest:manifest>'
    const parts = {
      mimetype,
      'META-INF/manifest.xml': manifest,
      'styles.xml': '<office:document-styles/>',
      'content.xml': content,
    }
    const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
    const line = await lineOf(new File([bytes as Uint8Array<ArrayBuffer>], 'orders.ods'))
    expect(line?.cells).toEqual(['2026-11-25 08:30', '2026-11-05', '08:30', '1234.5', '01067'])
  })

  test('a table in HTML named as a workbook keeps its texts', async () => {
    const html = '<html><table><tr><td>01/02/2026</td><td>01067</td><td>4.500</td></tr></table></html>'
    expect((await lineOf(new File([html], 'orders.xls')))?.cells).toEqual(['01/02/2026', '01067', '4.500'])
  })

  test('an error, and a formula that was never calculated, are errors of their cells', async () => {
    const given = [
      { t: 's', v: 'Alpha' },
      { t: 'e', v: 42 },
      { t: 'n', f: 'A1+1' },
      { t: 'n', v: 3, f: 'A2+1' },
    ] as CellObject[]
    const line = await lineOf(fileOf({ A: cells(...given) }))
    expect(line?.cells).toEqual(['Alpha', '#N/A', '=A1+1', '3'])
    expect(line?.faults).toEqual(
      new Map([
        [1, 'ERROR'],
        [2, 'NOT_CALCULATED'],
      ]),
    )
  })
})

test('a hidden or empty sheet is not used as the first', async () => {
  const [own, other, empty] = [
    utils.aoa_to_sheet([['lists']]),
    utils.aoa_to_sheet([['orders']]),
    utils.aoa_to_sheet([]),
  ]
  const file = fileOf({ Lists: own, Cover: empty, Orders: other }, 'xlsx', {
    Sheets: [{ Hidden: 2 }, { Hidden: 0 }, { Hidden: 0 }],
  })
  expect((await readFile(file)).map(({ name }) => name)).toEqual(['Orders', 'Lists', 'Cover'])
})

test('a file with thousands of lines is read', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => [`Alpha ${at}`, 1.125])
  const [sheet] = await readFile(fileOf({ A: utils.aoa_to_sheet(rows) }))
  expect(sheet?.lines.at(-1)).toEqual({ line: 3_000, cells: ['Alpha 2999', '1.1250'] })
})

describe('a file that is not a workbook, or far too large, is refused', () => {
  test('packed files that unpack to more than a browser holds', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(140 * 1024 * 1024) })
    await expect(readFile(new File([bomb as Uint8Array<ArrayBuffer>], 'bomb.xlsx'))).rejects.toMatchObject({
      fault: 'TOO_LARGE',
    })
  })

  test('packed files of something else', async () => {
    const other = zipSync({ 'a.txt': strToU8('hello') })
    await expect(readFile(new File([other as Uint8Array<ArrayBuffer>], 'a.xlsx'))).rejects.toMatchObject({
      fault: 'UNREADABLE',
    })
  })

  test('a distant cell has no cost', async () => {
    const sheet: WorkSheet = { A1: { t: 's', v: 'x' }, XFD1048576: { t: 's', v: 'y' }, '!ref': 'A1:XFD1048576' }
    const bytes = await fileOf({ A: { ...sheet, '!ref': 'A1:B2' } }).arrayBuffer()
    const [read] = await readFile(new File([bytes], 'a.xlsx'))
    expect(read?.lines).toHaveLength(1)
  })
})

test('EXP-6: the stored values of numbers displayed rounded are known, and which of them a formula calculated', async () => {
  const calculated: CellObject = { t: 'n', v: 12.3165, z: '0.00', f: 'A1*1.035' }
  const given = [
    number(0.12345, '0.00'),
    calculated,
    number(0.5, '0.00'),
    number(1.1 + 0.1, '0.00'),
    number(46_351, 'd-m-yy'),
  ]
  const line = await lineOf(fileOf({ A: cells(...given, number(1067, '00000'), number(0.055, '0%')) }))
  expect([...(line?.rounded ?? [])]).toEqual([
    [0, { stored: '0.12345', isCalculated: false }],
    [1, { stored: '12.3165', isCalculated: true }],
  ])
  expect(line?.cells.slice(0, 2)).toEqual(['0.12', '12.32'])
})
