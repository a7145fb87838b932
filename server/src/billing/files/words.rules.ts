import type { Language } from '@cartage/contract/reading/languages'

/** The words printed on invoices and credit notes, in one language. */
export interface InvoiceWords {
  invoice: string
  creditNote: string
  selfBilledInvoice: string
  selfBilledCreditNote: string
  date: string
  dueDate: string
  period: string
  suppliedOn: string
  customer: string
  supplier: string
  customerNumber: string
  vatNumber: string
  /** The register of companies, where its country has no name of its own for it. */
  registered: string
  phone: string
  yourReference: string
  orders: string
  credits: string
  description: string
  quantity: string
  price: string
  vat: string
  amount: string
  base: string
  sum: string
  without: string
  with: string
  paid: string
  payable: string
  credited: string
  inCurrency: string
  rateOf: string
  terms: string
  account: string
  reference: string
  scan: string
  page: (page: number, pages: number) => string
  /** Why a sum has no VAT, by the category of EN 16931; the law is named in the notes. */
  untaxed: Readonly<Record<UntaxedCategory, string>>
}

/** Categories of VAT without any: zero rate, exempt, reverse charge, intra-community supply, export, outside the scope. */
export type UntaxedCategory = 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'

const dutch: InvoiceWords = {
  invoice: 'Factuur',
  creditNote: 'Creditnota',
  selfBilledInvoice: 'Factuur uitgereikt door afnemer',
  selfBilledCreditNote: 'Creditnota uitgereikt door afnemer',
  date: 'Datum',
  dueDate: 'Vervaldatum',
  period: 'Periode',
  suppliedOn: 'Datum van de dienst',
  customer: 'Klant',
  supplier: 'Leverancier',
  customerNumber: 'Klantnummer',
  vatNumber: 'Btw-nummer',
  registered: 'Ondernemingsnummer',
  phone: 'Tel.',
  yourReference: 'Uw referentie',
  orders: 'Orders',
  credits: 'Crediteert',
  description: 'Omschrijving',
  quantity: 'Aantal',
  price: 'Prijs',
  vat: 'Btw',
  amount: 'Bedrag',
  base: 'Maatstaf',
  sum: 'Totaal van de regels',
  without: 'Totaal excl. btw',
  with: 'Totaal incl. btw',
  paid: 'Al betaald',
  payable: 'Te betalen',
  credited: 'Te crediteren',
  inCurrency: 'In',
  rateOf: 'koers van',
  terms: 'Betaling',
  account: 'IBAN',
  reference: 'Mededeling',
  scan: 'QR-code om te betalen',
  page: (page, pages) => `Pagina ${page} van ${pages}`,
  untaxed: { Z: '0 %', E: 'Vrijgesteld', AE: 'Verlegd', K: 'Intracommunautair', G: 'Uitvoer', O: 'Buiten btw' },
}

const french: InvoiceWords = {
  invoice: 'Facture',
  creditNote: 'Note de crédit',
  selfBilledInvoice: 'Autofacture',
  selfBilledCreditNote: 'Note de crédit, autofacturation',
  date: 'Date',
  dueDate: 'Échéance',
  period: 'Période',
  suppliedOn: 'Date de la prestation',
  customer: 'Client',
  supplier: 'Fournisseur',
  customerNumber: 'Numéro de client',
  vatNumber: 'Numéro de TVA',
  registered: 'Numéro d’entreprise',
  phone: 'Tél.',
  yourReference: 'Votre référence',
  orders: 'Commandes',
  credits: 'Crédite',
  description: 'Description',
  quantity: 'Quantité',
  price: 'Prix',
  vat: 'TVA',
  amount: 'Montant',
  base: 'Base',
  sum: 'Somme des lignes',
  without: 'Total hors TVA',
  with: 'Total TVA comprise',
  paid: 'Déjà payé',
  payable: 'À payer',
  credited: 'À créditer',
  inCurrency: 'En',
  rateOf: 'cours du',
  terms: 'Paiement',
  account: 'IBAN',
  reference: 'Communication',
  scan: 'Scanner pour payer',
  page: (page, pages) => `Page ${page} sur ${pages}`,
  untaxed: { Z: '0 %', E: 'Exonéré', AE: 'Autoliquidation', K: 'Intracom.', G: 'Exportation', O: 'Hors TVA' },
}

const german: InvoiceWords = {
  invoice: 'Rechnung',
  creditNote: 'Rechnungskorrektur',
  selfBilledInvoice: 'Gutschrift',
  selfBilledCreditNote: 'Korrektur einer Gutschrift',
  date: 'Datum',
  dueDate: 'Fällig am',
  period: 'Leistungszeitraum',
  suppliedOn: 'Leistungsdatum',
  customer: 'Kunde',
  supplier: 'Lieferant',
  customerNumber: 'Kundennummer',
  vatNumber: 'USt-IdNr.',
  registered: 'Handelsregister',
  phone: 'Tel.',
  yourReference: 'Ihre Referenz',
  orders: 'Aufträge',
  credits: 'Korrigiert',
  description: 'Beschreibung',
  quantity: 'Menge',
  price: 'Preis',
  vat: 'USt.',
  amount: 'Betrag',
  base: 'Bemessungsgrundlage',
  sum: 'Summe der Positionen',
  without: 'Summe netto',
  with: 'Summe brutto',
  paid: 'Bereits gezahlt',
  payable: 'Zu zahlen',
  credited: 'Gutzuschreiben',
  inCurrency: 'In',
  rateOf: 'Kurs vom',
  terms: 'Zahlung',
  account: 'IBAN',
  reference: 'Verwendungszweck',
  scan: 'QR-Code zum Bezahlen',
  page: (page, pages) => `Seite ${page} von ${pages}`,
  untaxed: { Z: '0 %', E: 'Steuerfrei', AE: 'Steuerschuld Kunde', K: 'Innergem.', G: 'Ausfuhr', O: 'Nicht steuerbar' },
}

const english: InvoiceWords = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  selfBilledInvoice: 'Self-billed invoice',
  selfBilledCreditNote: 'Self-billed credit note',
  date: 'Date',
  dueDate: 'Due date',
  period: 'Period',
  suppliedOn: 'Date of supply',
  customer: 'Customer',
  supplier: 'Supplier',
  customerNumber: 'Customer number',
  vatNumber: 'VAT number',
  registered: 'Company number',
  phone: 'Tel.',
  yourReference: 'Your reference',
  orders: 'Orders',
  credits: 'Credits',
  description: 'Description',
  quantity: 'Quantity',
  price: 'Price',
  vat: 'VAT',
  amount: 'Amount',
  base: 'Base',
  sum: 'Sum of the lines',
  without: 'Total without VAT',
  with: 'Total with VAT',
  paid: 'Already paid',
  payable: 'Amount due',
  credited: 'Amount credited',
  inCurrency: 'In',
  rateOf: 'rate of',
  terms: 'Payment',
  account: 'IBAN',
  reference: 'Reference',
  scan: 'Scan to pay',
  page: (page, pages) => `Page ${page} of ${pages}`,
  untaxed: { Z: '0 %', E: 'Exempt', AE: 'Reverse charge', K: 'Intra-EU', G: 'Export', O: 'Outside VAT' },
}

/** The words of an invoice by the language of the document. */
export const invoiceWords: Readonly<Record<Language, InvoiceWords>> = {
  nl: dutch,
  fr: french,
  de: german,
  en: english,
}

/** Units as documents print them, by their code of UN/ECE Recommendation 20. */
const units: Readonly<Record<string, string>> = {
  C62: '',
  KMT: 'km',
  HUR: 'h',
  MIN: 'min',
  DAY: 'd',
  KGM: 'kg',
  DTN: '× 100 kg',
  LM: 'm',
  MTQ: 'm³',
  FOT: 'ft',
  H87: '',
  E22: 'TEU',
  XPX: 'plt',
}

/** A unit on a document; one that has no sign of its own keeps its code, and pieces have none. */
export function unitSign(code: string): string {
  return units[code] ?? code
}

/** What the register of companies, or the number in it, is called in the country of a company. */
const registers: Readonly<Record<string, string>> = {
  BE: 'RPR/RPM',
  NL: 'KvK',
  DE: 'HRB',
  FR: 'RCS / SIREN',
  LU: 'RCS Luxembourg',
  AT: 'FN',
}

/** The number of a company in its register, as documents print it: without a second name where the number has one. */
export function registrationText(id: string, country: string, { registered }: InvoiceWords): string {
  return /^[A-Za-z]{2,}/.test(id) ? id : `${registers[country] ?? registered} ${id}`
}
