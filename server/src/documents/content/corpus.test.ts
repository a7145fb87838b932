import { randomUUID } from 'node:crypto'
import { parse } from 'content-disposition'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  compoundFile,
  eicar,
  emptyZip,
  formOf,
  jpeg,
  letter,
  officeDocument,
  pdf,
  png,
  postForm,
  type TestFile,
  tiff,
  uploadDocument,
  zip,
} from '../../testing/data/files.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { safeFileName } from '../rules.ts'
import { linkDocument } from '../store.ts'
import { officeTypes } from './office.rules.ts'

// Files and names from strangers: nothing is ever served inline or under another name.

const server = await startTestServer()
const { app } = server
afterAll(() => server.close())
const tenant = await server.tenant()

const send = (file: TestFile) => postForm(app, tenant.token, formOf([file]))
const text = (value: string) => Buffer.from(value)
const wide = (value: string) => Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(value, 'utf16le')])
const heic = (width: number, height: number) => {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32BE(width, 0)
  sizes.writeUInt32BE(height, 4)
  const type = Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1', 'latin1')
  return Buffer.concat([type, Buffer.from('\x00\x00\x00\x14ispe\x00\x00\x00\x00', 'latin1'), sizes])
}
const manyTypes = Buffer.concat([png(10, 10), Buffer.from('PK\x03\x04'), Buffer.alloc(40), emptyZip])

const taken: readonly (readonly [string, TestFile, string])[] = [
  ['a PDF', { bytes: pdf(), type: 'application/pdf' }, 'application/pdf'],
  ['a PDF without a type', { bytes: pdf() }, 'application/pdf'],
  ['a PDF of unknown type', { bytes: pdf(), type: 'application/octet-stream' }, 'application/pdf'],
  ['a PNG', { bytes: png(800, 600), type: 'image/png' }, 'image/png'],
  ['a JPEG', { bytes: jpeg(800, 600), type: 'image/jpeg' }, 'image/jpeg'],
  ['a JPEG with 300 KiB before its size', { bytes: jpeg(800, 600, 75), type: 'image/jpg' }, 'image/jpeg'],
  ['a TIFF', { bytes: tiff(2_480, 3_508), type: 'image/tiff' }, 'image/tiff'],
  ['a TIFF with its directory far away', { bytes: tiff(800, 600, 200_000), type: 'image/tiff' }, 'image/tiff'],
  ['a HEIC', { bytes: heic(4_032, 3_024), type: 'image/heic' }, 'image/heic'],
  [
    'XML',
    { bytes: text('<?xml version="1.0"?><Invoice><ID>1</ID></Invoice>'), type: 'application/xml' },
    'application/xml',
  ],
  ['XML under its other type', { bytes: text('<Invoice/>'), type: 'text/xml' }, 'application/xml'],
  ['XML in UTF-16', { bytes: wide('<?xml version="1.0"?><Invoice/>'), type: 'application/xml' }, 'application/xml'],
  [
    'XML with entities, which are not read',
    { bytes: text('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), type: 'text/xml' },
    'application/xml',
  ],
  ['CSV', { bytes: text('a;b\n1;2\n'), type: 'text/csv' }, 'text/csv'],
  ['CSV as browsers call it', { bytes: text('a;b\n'), name: 'a.csv', type: 'application/vnd.ms-excel' }, 'text/csv'],
  ['CSV that begins like a bitmap', { bytes: text('BM;number\n1;2\n'), type: 'text/csv' }, 'text/csv'],
  ['CSV in Windows-1252', { bytes: Buffer.from('Stra\xdfe;K\xf6ln\n', 'latin1'), type: 'text/csv' }, 'text/csv'],
  ['CSV without a type', { bytes: text('a;b\n1;2\n'), name: 'list.csv' }, 'text/csv'],
  ['JSON', { bytes: text(' {"a": 1}'), type: 'application/json' }, 'application/json'],
  ['plain text', { bytes: text('hello'), type: 'text/plain' }, 'text/plain'],
  ['the text that scanners report', { bytes: eicar, type: 'text/plain' }, 'text/plain'],
]

const { docx, xlsx, pptx, odt, ods, doc, xls, ppt, msg } = officeTypes
const manySheets = Array.from({ length: 30 }, (_, index) => `xl/worksheets/sheet${index}.xml`)

/** Files that keep name and type: name, bytes, declared type and detected type. */
const letters: readonly (readonly [string, Buffer, string | undefined, string])[] = [
  ['Łódź POD.eml', letter, 'message/rfc822', 'message/rfc822'],
  ['POD.eml', letter, undefined, 'message/rfc822'],
  ['POD.eml', letter, 'application/octet-stream', 'message/rfc822'],
  ['POD.msg', compoundFile('__nameid_version1.0', '__properties_version1.0'), msg, msg],
  ['POD.msg', compoundFile('a', 'b', 'c', 'd', 'e', '__properties_version1.0'), 'application/octet-stream', msg],
  ['CMR.docx', officeDocument('word/document.xml'), docx, docx],
  ['CMR.docx', officeDocument('word/document2.xml', 'word/styles.xml'), 'application/zip', docx],
  ['list.xlsx', officeDocument(...manySheets, 'xl/workbook.xml'), xlsx, xlsx],
  ['list.xlsx', officeDocument('xl/workbook.xml'), 'application/vnd.ms-excel', xlsx],
  ['list.xlsx', officeDocument('xl/workbook.xml'), undefined, xlsx],
  ['route.pptx', officeDocument('ppt/presentation.xml'), pptx, pptx],
  ['CMR.odt', zip({ mimetype: odt, 'content.xml': '<a/>' }), odt, odt],
  ['list.ods', zip({ mimetype: ods, 'content.xml': '<a/>' }), undefined, ods],
  ['CMR.doc', compoundFile('1Table', 'WordDocument'), doc, doc],
  ['list.xls', compoundFile('Workbook'), 'application/octet-stream', xls],
  ['route.ppt', compoundFile('PowerPoint Document', 'Current User'), ppt, ppt],
  ['CMR.rtf', text('{\\rtf1 hello}'), 'text/rtf', 'application/rtf'],
]

const html = '<!DOCTYPE html><html><script>alert(1)</script></html>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
const refused: readonly (readonly [string, TestFile])[] = [
  ['HTML', { bytes: text(html), name: 'a.html', type: 'text/html' }],
  ['HTML as text', { bytes: text(html), name: 'a.txt', type: 'text/plain' }],
  ['HTML behind spaces and a comment', { bytes: text(`\n \n<!-- x --> ${html}`), type: 'text/plain' }],
  ['HTML as CSV', { bytes: text('<script>alert(1)</script>;b'), type: 'text/csv' }],
  ['HTML in UTF-16', { bytes: wide(html), type: 'text/plain' }],
  ['HTML as PDF', { bytes: text(html), type: 'application/pdf' }],
  [
    'XHTML as XML',
    { bytes: text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'), type: 'text/xml' },
  ],
  [
    'a script inside XML',
    { bytes: text('<a><s:script xmlns:s="http://www.w3.org/1999/xhtml"/></a>'), type: 'text/xml' },
  ],
  ['SVG', { bytes: text(svg), type: 'image/svg+xml' }],
  ['SVG as XML', { bytes: text(`<?xml version="1.0"?><!-- x -->${svg}`), type: 'application/xml' }],
  ['SVG with a prefix', { bytes: text('<x:svg xmlns:x="urn:x"/>'), type: 'application/xml' }],
  [
    'SVG behind a document type',
    { bytes: text(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${svg}`), type: 'text/xml' },
  ],
  ['SVG as PNG', { bytes: text(svg), type: 'image/png' }],
  [
    'a style sheet',
    { bytes: text('<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>'), type: 'text/xml' },
  ],
  ['a ZIP', { bytes: Buffer.concat([text('PK\x03\x04'), Buffer.alloc(30), emptyZip]), type: 'application/zip' }],
  ['a ZIP without a type', { bytes: Buffer.concat([text('PK\x03\x04'), Buffer.alloc(30), emptyZip]) }],
  ['a ZIP that is called a document', { bytes: zip({ 'a.exe': 'MZ' }), name: 'a.docx', type: docx }],
  ['a document with macros', { bytes: officeDocument('word/document.xml', 'word/vbaProject.bin'), type: docx }],
  ['a document with scripts', { bytes: zip({ mimetype: odt, 'Basic/script-lc.xml': '<a/>' }), type: odt }],
  ['a table with macros', { bytes: compoundFile('Workbook', '_VBA_PROJECT'), type: xls }],
  ['an installer', { bytes: compoundFile('SummaryInformation'), name: 'a.msi' }],
  ['a document that is two', { bytes: officeDocument('word/document.xml', 'xl/workbook.xml'), type: docx }],
  ['a document as another', { bytes: officeDocument('word/document.xml'), type: xlsx }],
  ['a document behind a picture', { bytes: Buffer.concat([png(9, 9), officeDocument('word/document.xml')]) }],
  ['a document before something', { bytes: Buffer.concat([officeDocument('word/document.xml'), text('MZ')]) }],
  ['a page as a letter', { bytes: text(html), name: 'a.eml', type: 'message/rfc822' }],
  [
    'a page with one field as a letter',
    { bytes: text(`From: x\r\n\r\n${html}`), name: 'a.eml', type: 'message/rfc822' },
  ],
  ['an empty ZIP as text', { bytes: emptyZip, type: 'text/plain' }],
  ['a ZIP behind a PDF', { bytes: Buffer.concat([pdf(), emptyZip]), type: 'application/pdf' }],
  ['a ZIP behind a JPEG', { bytes: Buffer.concat([jpeg(10, 10), emptyZip]), type: 'image/jpeg' }],
  ['a ZIP with a comment behind a PNG', { bytes: withComment(manyTypes, 'a comment'), type: 'image/png' }],
  [
    'a ZIP and a line break behind a PDF',
    { bytes: Buffer.concat([pdf(), emptyZip, text('\r\n')]), type: 'application/pdf' },
  ],
  ['a PDF behind text', { bytes: Buffer.concat([text('MZ hello\n'), pdf()]), type: 'application/pdf' }],
  ['a PDF behind text, as text', { bytes: Buffer.concat([text('hello\n'), pdf()]), type: 'text/plain' }],
  ['a PDF inside a JPEG', { bytes: Buffer.concat([jpeg(10, 10, 0), pdf()]), type: 'image/jpeg' }],
  ['a PNG as PDF', { bytes: png(10, 10), type: 'application/pdf' }],
  ['a PDF as PNG', { bytes: pdf(), type: 'image/png' }],
  ['a PDF as XML', { bytes: pdf(), type: 'application/xml' }],
  ['text as XML', { bytes: text('hello'), type: 'application/xml' }],
  ['text as JSON', { bytes: text('hello'), type: 'application/json' }],
  ['a GIF', { bytes: text('GIF89a\x01\x00\x01\x00'), type: 'image/gif' }],
  ['a program', { bytes: Buffer.concat([text('MZ'), Buffer.alloc(100)]), name: 'setup.exe' }],
  ['a program as text', { bytes: Buffer.concat([text('MZ'), Buffer.alloc(100)]), type: 'text/plain' }],
  ['a program as PDF', { bytes: Buffer.concat([text('\x7fELF'), Buffer.alloc(100)]), type: 'application/pdf' }],
  ['zeros', { bytes: Buffer.alloc(1_000), type: 'text/plain' }],
  ['a PNG without its header', { bytes: png(10, 10).subarray(0, 12), type: 'image/png' }],
  [
    'a JPEG without its size',
    { bytes: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), type: 'image/jpeg' },
  ],
]

function withComment(zip: Buffer, comment: string): Buffer {
  const copy = Buffer.concat([zip, Buffer.from(comment)])
  copy.writeUInt16LE(comment.length, zip.length - 2)
  return copy
}

describe('types', () => {
  test.each(taken)('FILE-1: %s is accepted and returned as an attachment', async (_, file, type) => {
    const id = await uploadDocument(app, tenant, file, { subject_type: 'RESOURCE', subject_id: randomUUID() })
    const answer = await download(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(file.bytes)
    expect(answer.headers).toMatchObject({ ...guards, 'content-type': type })
    expect(String(answer.headers['content-disposition'])).toMatch(/^attachment; /)
  })

  test.each(letters)('%s is accepted and keeps its name and type', async (name, bytes, type, kept) => {
    const subject = { subject_type: 'RESOURCE', subject_id: randomUUID() }
    const id = await uploadDocument(app, tenant, { name, bytes, ...(type !== undefined && { type }) }, subject)
    const answer = await download(id)
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers).toMatchObject({ ...guards, 'content-type': kept })
    expect(parse(String(answer.headers['content-disposition'])).parameters.filename).toBe(name)
  })

  test.each(refused)('FILE-2: %s is refused with 415 and an explanation', async (_, file) => {
    const answer = await send({ name: 'file', ...file })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'document_type_refused'])
    expect(answer.json().message).toMatch(/\.$/)
  })

  test.each([
    ['PNG', { bytes: png(50_000, 50_000), type: 'image/png' }],
    ['JPEG', { bytes: jpeg(65_000, 65_000, 20), type: 'image/jpeg' }],
    ['TIFF', { bytes: tiff(100_000, 100_000), type: 'image/tiff' }],
    ['HEIC', { bytes: heic(40_000, 40_000), type: 'image/heic' }],
  ])('a %s of more than 50 megapixels is 422, however small its file is', async (_, file) => {
    const answer = await send({ name: 'flood', ...file })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ path: 'file', detail: 'too_large' }])
  })

  test('no byte sequence causes an internal error', async () => {
    const starts = [
      '%PDF-',
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'II*\0',
      'MM\0*',
      '\0\0\0\x18ftypheic',
      'PK\x03\x04',
      '<?xml ',
      '<',
      '{',
    ]
    const bytes = fc.tuple(fc.constantFrom('', ...starts), fc.uint8Array({ maxLength: 400 }))
    const type = fc.constantFrom('application/pdf', 'image/png', 'image/jpeg', 'image/tiff', 'image/heic', 'text/plain')
    await fc.assert(
      fc.asyncProperty(bytes, type, async ([start, rest], declared) => {
        const file = { bytes: Buffer.concat([Buffer.from(start, 'latin1'), rest]), name: 'a', type: declared }
        expect([201, 415, 422]).toContain((await send(file)).statusCode)
      }),
      { numRuns: 300 },
    )
  })
})

const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
}

function download(id: string) {
  return app.inject({
    url: `/v1/documents/document/${id}/download`,
    headers: { authorization: `Bearer ${tenant.token}` },
  })
}

const stems = [
  'paper',
  '../../etc/passwd',
  '..\\..\\windows\\system32\\config',
  '/absolute/path',
  'C:\\temp\\a',
  'a\r\nSet-Cookie: x=1',
  'a\nb',
  'a\0b',
  'a";filename="b.html',
  "a'b",
  'a;b',
  'a%00b',
  'a%2e%2e%2fb',
  'invoice\u202efdp.exe',
  'a\u2066b\u2069c',
  'a\u200bb\ufeffc',
  '\u0627\u0644\u0641\u0627\u062a\u0648\u0631\u0629',
  '送り状',
  'Überweisung für Łódź',
  'e\u0301te\u0301',
  '🚚🚚',
  '\ud800 half',
  'CON',
  'nul.txt',
  'com1',
  '.htaccess',
  '...',
  ' ',
  '',
  '-rf',
  '~root',
  'a'.repeat(400),
  '送'.repeat(200),
  'a|b<c>d:e?f*g',
  'a\tb\vc',
  'a\u0085b\u2028c',
]
const endings = ['', '.pdf', '.html', '.svg', '.exe', '.pdf.exe', '.PDF', '. . .', '.lnk']
const names = stems.flatMap((stem) => endings.map((ending) => stem + ending))

describe('file names', () => {
  test('the corpus holds about 300 names', () => {
    expect(names.length).toBeGreaterThanOrEqual(300)
  })

  test('FILE-3: any file name is saved as a safe name with the extension of its type', async () => {
    const uploaded = await send({ bytes: pdf(), name: 'paper.pdf', type: 'application/pdf' })
    const { upload_id } = uploaded.json()
    for (const name of names) {
      const id = await link(upload_id, name)
      const { headers } = await download(id)
      const header = String(headers['content-disposition'])
      expect(header).toMatch(/^attachment; filename[*]?=/)
      expect(header).toMatch(/^[\x20-\x7e]*$/)
      expectSafe(name, parse(header).parameters.filename!)
      expect(headers).toMatchObject({ ...guards, 'content-type': 'application/pdf' })
    }
  })

  test('any name becomes safe, and a safe name is unchanged', () => {
    const name = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constantFrom(...names))
    fc.assert(
      fc.property(name, (any) => {
        const safe = safeFileName(any, 'application/pdf')
        expectSafe(any, safe)
        expect(safeFileName(safe, 'application/pdf')).toBe(safe)
      }),
      { numRuns: 2_000 },
    )
  })

  test('valid parts of a name are kept', () => {
    expect(safeFileName('CMR Łódź 12.PDF', 'application/pdf')).toBe('CMR Łódź 12.PDF')
    expect(safeFileName('scan.jpeg', 'image/jpeg')).toBe('scan.jpeg')
    expect(safeFileName('setup.exe', 'application/pdf')).toBe('setup.exe.pdf')
    expect(safeFileName('../../a/b.csv', 'text/csv')).toBe('b.csv')
    expect(safeFileName('', 'text/csv')).toBe('document.csv')
  })
})

async function link(uploadId: string, name: string): Promise<string> {
  const given = { upload_id: uploadId, subject_type: 'RESOURCE', subject_id: randomUUID(), document_type: 'OTHER' }
  return tenant.asTenant((tx) => linkDocument(tx, { ...given, name: name.replaceAll('\0', ' ').toWellFormed() }))
}

function expectSafe(given: string, safe: string): void {
  const faults = [
    [/[/\\]/, 'a path'],
    [/[\p{Cc}\p{Cf}]/u, 'a character that is not seen'],
    [/["<>:|?*%;]/, 'a reserved character'],
    [/^[.~-]/, 'a beginning that means something'],
    [/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i, 'the name of a device'],
  ] as const
  for (const [fault, what] of faults)
    expect(fault.test(safe), `${JSON.stringify(given)}: ${safe} has ${what}`).toBe(false)
  expect(safe).toMatch(/[^.]\.pdf$/i)
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(150)
}
