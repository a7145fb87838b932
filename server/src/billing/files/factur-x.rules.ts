import type { Letterhead } from '../../pdf/letterhead.ts'
import type { DocumentContent } from '../documents/content.rules.ts'
import { eInvoiceOf } from '../documents/einvoice.rules.ts'
import { writeCii } from '../einvoice/cii-write.format.ts'
import { drawInvoice } from './invoice.drawing.ts'

/** File name that readers of Factur-X and ZUGFeRD look for. */
export const facturXName = 'factur-x.xml'

/** Metadata about the embedded XML (Factur-X 1.0, XMP extension). */
const schema = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const metadata = `
  <rdf:Description rdf:about="" xmlns:fx="${schema}">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>${facturXName}</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>${schema}</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>fx</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>
        ${property('DocumentFileName', 'name of the embedded XML invoice file')}
        ${property('DocumentType', 'INVOICE')}
        ${property('Version', 'version of the Factur-X standard')}
        ${property('ConformanceLevel', 'conformance level of the embedded XML invoice')}
      </rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>
`

function property(name: string, description: string): string {
  const members = `<pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>
        <pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description>`
  return `<rdf:li rdf:parseType="Resource">${members}</rdf:li>`
}

/**
 * Draws an invoice or credit note as Factur-X (ZUGFeRD 2): PDF/A-3 for people, with the same document embedded as CII
 * for machines. The file depends on the content alone, so a repeat has the same bytes.
 */
export async function drawFacturX(content: DocumentContent, letterhead: Letterhead): Promise<Buffer> {
  const bytes = Buffer.from(writeCii(eInvoiceOf(content)))
  const attached = { name: facturXName, bytes, type: 'text/xml', description: 'Factur-X', metadata }
  return await drawInvoice(content, { footer: content.footer ?? null, letterhead, attached })
}
