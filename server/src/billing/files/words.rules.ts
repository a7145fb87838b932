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
  payTo: string
  reference: string
  scan: string
  page: (page: number, pages: number) => string
}

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
  payTo: 'IBAN',
  reference: 'Mededeling',
  scan: 'QR-code om te betalen',
  page: (page, pages) => `Pagina ${page} van ${pages}`,
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
  payTo: 'IBAN',
  reference: 'Communication',
  scan: 'Scanner pour payer',
  page: (page, pages) => `Page ${page} sur ${pages}`,
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
  payTo: 'IBAN',
  reference: 'Verwendungszweck',
  scan: 'QR-Code zum Bezahlen',
  page: (page, pages) => `Seite ${page} von ${pages}`,
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
  payTo: 'Pay to',
  reference: 'Reference',
  scan: 'Scan to pay',
  page: (page, pages) => `Page ${page} of ${pages}`,
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
