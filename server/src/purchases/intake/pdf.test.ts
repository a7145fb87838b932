import { existsSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { xmlInPdf } from './pdf.format.ts'

const invoice = (number: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?><Invoice><ID>${number}</ID><Note>Stra\u00DFe</Note></Invoice>`,
    'latin1',
  )

/** A PDF with embedded files, as written by common software. */
async function pdfWith(
  files: Readonly<Record<string, Buffer>>,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument(options)
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const [name, content] of Object.entries(files)) document.file(content, { name })
  document.text('An invoice')
  document.end()
  await new Promise((resolve) => document.on('end', resolve))
  return Buffer.concat(chunks)
}

const inLatin = (pdf: Buffer, change: (text: string) => string) => Buffer.from(change(pdf.toString('latin1')), 'latin1')

/** Appends a later version of an object, like an incremental save. */
function savedAgain(pdf: Buffer, content: Buffer): Buffer {
  const text = pdf.toString('latin1')
  const place = text.search(/\d+ 0 obj\n<<\n?\/Type \/EmbeddedFile/)
  const id = /^\d+/.exec(text.slice(place))![0]
  const before = /startxref\n(\d+)\n%%EOF\s*$/.exec(text)![1]
  const trailer = /trailer\n<<\n?([\s\S]*?)>>\nstartxref/.exec(text)![1]!.replace(/\/Prev \d+/, '')
  const hex = content.toString('hex')
  const object = `${id} 0 obj\n<< /Filter /ASCIIHexDecode /Length ${hex.length + 1} >>\nstream\n${hex}>\nendstream\nendobj\n`
  const at = pdf.length
  const offset = String(at).padStart(10, '0')
  const table = `xref\n${id} 1\n${offset} 00000 n \ntrailer\n<<${trailer}/Prev ${before}>>\nstartxref\n${at + object.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(object + table, 'latin1')])
}

const isInstalled = existsSync(join(process.cwd(), 'node_modules/unpdf/package.json'))

describe.skipIf(!isInstalled)('an invoice inside a PDF', () => {
  test('EINV-7: is found in a PDF that is protected against changes, in its encoding', async () => {
    const pdf = await pdfWith(
      { 'a.txt': Buffer.from('text'), 'factur-x.xml': invoice('7') },
      { ownerPassword: 'secret' },
    )
    expect(await xmlInPdf(pdf)).toContain('<ID>7</ID><Note>Straße</Note>')
  })

  test('EINV-7: is found without the optional mark', async () => {
    const pdf = inLatin(await pdfWith({ 'factur-x.xml': invoice('8') }), (text) =>
      text.replace('/Type /EmbeddedFile\n', ' '.repeat('/Type /EmbeddedFile\n'.length)),
    )
    expect(pdf.toString('latin1')).not.toContain('/EmbeddedFile\n')
    expect(await xmlInPdf(pdf)).toContain('<ID>8</ID>')
  })

  test('EINV-7: is the one of the last saved version, in an ASCII filter', async () => {
    const pdf = savedAgain(await pdfWith({ 'factur-x.xml': invoice('9') }), invoice('10'))
    expect(await xmlInPdf(pdf)).toContain('<ID>10</ID>')
  })

  test('EINV-7: is not searched for if a password is required, and the reason states this', async () => {
    const pdf = await pdfWith({ 'factur-x.xml': invoice('11') }, { userPassword: 'secret', ownerPassword: 'x' })
    await expect(xmlInPdf(pdf)).rejects.toThrow('opens with a password only')
    await expect(xmlInPdf(await pdfWith({ 'note.xml': Buffer.from('<a/>') }))).rejects.toThrow('no electronic invoice')
  })
})
