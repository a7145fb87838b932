import { expect, test } from 'vitest'
import { plainLetterhead } from '../../pdf/letterhead.ts'
import { eInvoiceOf } from '../documents/einvoice.rules.ts'
import { writeCii } from '../einvoice/cii-write.format.ts'
import { readXml } from '../einvoice/xml-read.format.ts'
import { sampleDocuments } from '../samples/rules.ts'
import { drawFacturX } from './factur-x.rules.ts'

const samples = sampleDocuments(100, 11)

/** Texts of all elements with a name, found by their tags alone. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, text]) => text!)

test.each(samples)('BILL-41: $content.name as CII has the same content as the document', ({ content }) => {
  const xml = writeCii(eInvoiceOf(content))
  expect(() => readXml(xml)).not.toThrow()
  const { totals, lines, vat } = content
  expect(textsOf(xml, 'GrandTotalAmount')).toEqual([totals.with_vat])
  expect(textsOf(xml, 'DuePayableAmount')).toEqual([totals.payable])
  expect(textsOf(xml, 'TaxTotalAmount')[0]).toBe(totals.vat)
  expect(textsOf(xml, 'LineTotalAmount').slice(0, -1)).toEqual(lines.map(({ amount }) => amount))
  expect(textsOf(xml, 'CalculatedAmount')).toEqual(vat.map(({ tax }) => tax))
  expect(textsOf(xml, 'BilledQuantity')).toEqual(lines.map(({ quantity }) => quantity))
  expect(textsOf(xml, 'TypeCode')[0]).toBe(eInvoiceOf(content).type_code)
  expect(xml).not.toMatch(/<(\w+:\w+)[^>]*><\/\1>/)
})

test('BILL-41: a Factur-X file is PDF/A-3 with the XML embedded, listed in its metadata, and has the same bytes when written again', async () => {
  const [{ content }] = samples as [(typeof samples)[0]]
  const file = await drawFacturX(content, plainLetterhead)
  const text = file.toString('latin1')
  expect(text).toContain('pdfaid:part>3<')
  expect(text).toContain('/AFRelationship /Alternative')
  expect(text).toMatch(/\/AF \[/)
  expect(text).toContain('/UF (factur-x.xml)')
  expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  expect(text).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>')
  expect((await drawFacturX(content, plainLetterhead)).equals(file)).toBe(true)
})
