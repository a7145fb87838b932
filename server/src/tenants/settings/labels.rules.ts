import { type Message, msg, type Sentence } from '@cartage/contract/message'

const labels: Readonly<Record<string, Message>> = {
  question_path_keys: msg`the question path keys`,
  number_ranges: msg`the number ranges`,
  accounts: msg`the accounts`,
  document_types: msg`the document types`,
  billing_entities: msg`the billing entities`,
  tax_rates: msg`the tax rates`,
}

/** FIT-9: label, within a sentence, of a kind of setting with references from or to others; else the code. */
export function kindLabel(kind: string): Sentence {
  return labels[kind] ?? kind
}
