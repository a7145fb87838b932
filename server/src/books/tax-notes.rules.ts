import type { TaxTreatment } from '@cartage/contract/books/app'
import type { Language } from '@cartage/contract/reading/languages'

type Words = Readonly<Record<Language, string>>

/** What an invoice has to say about its tax. The description of the tenant's own tax rate replaces it (TAX-9). */
const taxNotes: Readonly<Partial<Record<TaxTreatment, Words>>> = {
  REVERSE_CHARGE: {
    nl: 'Btw verlegd, art. 196 Richtlijn 2006/112/EG',
    fr: 'Autoliquidation, art. 196 de la directive 2006/112/CE',
    de: 'Steuerschuldnerschaft des Leistungsempfängers, Art. 196 der Richtlinie 2006/112/EG',
    en: 'Reverse charge, art. 196 Directive 2006/112/EC',
  },
  EXPORT: {
    nl: 'Vrijgesteld, art. 146, lid 1, e) Richtlijn 2006/112/EG',
    fr: 'Exonéré, art. 146, paragraphe 1, e) de la directive 2006/112/CE',
    de: 'Steuerfrei, Art. 146 Abs. 1 Buchst. e der Richtlinie 2006/112/EG',
    en: 'Exempt, art. 146(1)(e) Directive 2006/112/EC',
  },
  IMPORT: {
    nl: 'Vrijgesteld, art. 144 Richtlijn 2006/112/EG',
    fr: 'Exonéré, art. 144 de la directive 2006/112/CE',
    de: 'Steuerfrei, Art. 144 der Richtlinie 2006/112/EG',
    en: 'Exempt, art. 144 Directive 2006/112/EC',
  },
  DISBURSEMENT: {
    nl: 'Voorschot in naam en voor rekening van de klant, art. 79, c) Richtlijn 2006/112/EG',
    fr: 'Débours au nom et pour le compte du client, art. 79, c) de la directive 2006/112/CE',
    de: 'Durchlaufender Posten, Art. 79 Buchst. c der Richtlinie 2006/112/EG',
    en: 'Paid in the name of the customer, art. 79(c) Directive 2006/112/EC',
  },
  OUTSIDE_SCOPE: {
    nl: 'Niet aan btw onderworpen, art. 44 Richtlijn 2006/112/EG',
    fr: 'Non soumis à la TVA, art. 44 de la directive 2006/112/CE',
    de: 'Nicht steuerbar, Art. 44 der Richtlinie 2006/112/EG',
    en: 'Not subject to VAT, art. 44 Directive 2006/112/EC',
  },
}

/** What every self-billed document has to say. */
export const selfBillingNote: Words = {
  nl: 'Factuur uitgereikt door afnemer',
  fr: 'Autofacturation',
  de: 'Gutschrift',
  en: 'Self-billing',
}

/** The note that a treatment needs on a document; undefined for S and Z, which carry no reason. */
export function taxNote(treatment: TaxTreatment, language: Language): string | undefined {
  return taxNotes[treatment]?.[language]
}
