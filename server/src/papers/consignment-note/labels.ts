import type { Language } from '@cartage/contract/reading/languages'
import { labelsOf } from '../../languages/labels.ts'

/** Printed labels of the CMR form in one language: titles of its boxes by number, and other texts. */
export interface FormLabels {
  title: string
  /** Article 6.1 k of the convention requires this sentence on every note. */
  clause: string
  boxes: Readonly<Record<number, string>>
  paid: string
  forward: string
  /** Rows of box 20. */
  costs: readonly string[]
  payer: { sender: string; currency: string; consignee: string }
  on: string
  received: string
  /** Recipients of the copies, in their order. */
  copies: readonly [string, string, string, string]
  continued: string
  continuation: string
  vehicle: string
  /** With `{page}` and `{pages}`. */
  page: string
}

/** Labels of the form in a language. */
export const formLabels = labelsOf<FormLabels>('consignment_note', {
  title: 'International consignment note',
  clause:
    'This carriage is subject, notwithstanding any clause to the contrary, to the Convention on the Contract for the International Carriage of Goods by Road (CMR).',
  boxes: {
    1: 'Sender (name, address, country)',
    2: 'Consignee (name, address, country)',
    3: 'Place of delivery of the goods',
    4: 'Place and date of taking over the goods',
    5: 'Documents attached',
    6: 'Marks and numbers',
    7: 'Number of packages',
    8: 'Method of packing',
    9: 'Nature of the goods',
    10: 'Statistical no.',
    11: 'Gross weight kg',
    12: 'Volume m³',
    13: "Sender's instructions",
    14: 'Instructions as to payment for carriage',
    15: 'Cash on delivery',
    16: 'Carrier (name, address, country)',
    17: 'Successive carriers (name, address, country)',
    18: "Carrier's reservations and observations",
    19: 'Special agreements',
    20: 'To be paid by',
    21: 'Established in',
    22: 'Signature and stamp of the sender',
    23: 'Signature and stamp of the carrier',
    24: 'Signature and stamp of the consignee',
  },
  paid: 'Carriage paid',
  forward: 'Carriage forward',
  costs: [
    'Carriage charges',
    'Deductions',
    'Balance',
    'Supplementary charges',
    'Other charges',
    'Miscellaneous',
    'Total',
  ],
  payer: {
    sender: 'Sender',
    currency: 'Currency',
    consignee: 'Consignee',
  },
  on: 'on',
  received: 'Goods received in',
  copies: ['Copy for the sender', 'Copy for the consignee', 'Copy for the carrier', 'Copy for the file'],
  continued: 'Continued on page',
  continuation: 'Continuation sheet',
  vehicle: 'Vehicle',
  page: 'Page {page} of {pages}',
})

/** The second language of a form: English, or French on an English form (PAPER-7). */
export function secondLanguage(language: Language): Language {
  return language === 'en' ? 'fr' : 'en'
}
