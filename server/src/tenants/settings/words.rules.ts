import { type Said, type Sentence, said } from '@cartage/contract/said'

const words: Readonly<Record<string, Said>> = {
  question_path_keys: said`the question path keys`,
  number_ranges: said`the number ranges`,
  accounts: said`the accounts`,
  document_types: said`the document types`,
  billing_entities: said`the billing entities`,
  tax_rates: said`the tax rates`,
}

/** FIT-9: a kind of setting whose entries name others or are named by them, within a sentence; the rest stays as it is. */
export function kindWord(kind: string): Sentence {
  return words[kind] ?? kind
}
