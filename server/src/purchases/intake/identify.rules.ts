import { msg, type Sentence } from '@cartage/contract/message'
import { plainNumber } from '@cartage/contract/reading/fold'
import type { ReceivedSupplier } from './document.rules.ts'

/** Identifiers of a company, most reliable first. */
export type Identifier = 'ID' | 'VAT_NUMBER' | 'IBAN' | 'NAME'

/** A company matched by an identifier on a document, with our data. */
export interface KnownCompany {
  readonly company_id: string
  readonly name: string
  readonly legal_name: string | null
  readonly vat_number: string | null
  readonly ibans: readonly string[]
  readonly is_subcontractor: boolean
  readonly is_customer: boolean
}

/** Matching companies by identifier; empty if the document lacks it. */
export type Candidates = Readonly<Partial<Record<Identifier, readonly KnownCompany[]>>>

/** Issuer of a document: a company, or why a person has to choose. */
export type Identified =
  | { readonly company: KnownCompany; readonly by: Identifier }
  | { readonly company: undefined; readonly reason: Sentence }

const surest: readonly Identifier[] = ['ID', 'VAT_NUMBER', 'IBAN', 'NAME']

/**
 * PURCH-1: identifies the issuer of a document. The most reliable identifier that matches one company decides, or one
 * preferred among several. Nothing else on the document may contradict our data of that company.
 */
export function identify(
  document: ReceivedSupplier,
  candidates: Candidates,
  preferred: 'is_subcontractor' | 'is_customer',
): Identified {
  for (const by of surest) {
    const named = candidates[by] ?? []
    const [company, other] = named.length === 1 ? named : named.filter((one) => one[preferred])
    if (!company || other) continue
    const reason = contradiction(document, company, { by, candidates })
    return reason === undefined ? { company, by } : { company: undefined, reason }
  }
  return { company: undefined, reason: nobody(document) }
}

interface Naming {
  readonly by: Identifier
  readonly candidates: Candidates
}

/** Contradiction between a document and our data of the company; undefined if there is none. */
function contradiction(
  document: ReceivedSupplier,
  company: KnownCompany,
  { by, candidates }: Naming,
): Sentence | undefined {
  const [given, known] = [plainNumber(document.vat_number), plainNumber(company.vat_number)]
  const { message: labels } = identifierLabels[by]
  if (given !== '' && known !== '' && given !== known) {
    return msg`By its ${labels} this document is from ${company.name}, whose VAT number is ${company.vat_number}. On the document it is ${document.vat_number}. Choose the supplier, or correct its VAT number.`
  }
  const isUnknown = given !== '' && (candidates.VAT_NUMBER ?? []).length === 0
  if (by === 'IBAN' && !isAlike(document.name, company)) {
    // Factoring companies use one bank account for many suppliers.
    return msg`The bank account on this document is that of ${company.name}, but the document is from ${document.name}. Choose the supplier.`
  }
  if (isUnknown && known === '' && !isAlike(document.name, company)) {
    return msg`No company has the VAT number ${document.vat_number}. By its ${labels} this document is from ${company.name}. Choose the supplier, and add its VAT number.`
  }
  return undefined
}

const identifierLabels: Readonly<Record<Identifier, { readonly message: string }>> = {
  ID: { message: 'id' },
  VAT_NUMBER: { message: 'VAT number' },
  IBAN: { message: 'bank account' },
  NAME: { message: 'name' },
}

function nobody({ name, vat_number }: ReceivedSupplier): Sentence {
  if (vat_number) {
    return msg`No supplier is called ${name}, and none has the VAT number ${vat_number} or the bank account on the document. Choose the supplier, or create it.`
  }
  return msg`No supplier is called ${name} or has its VAT number or bank account. Choose the supplier, or create it.`
}

const legalForms =
  /\b(bv|b v|nv|n v|gmbh|ag|kg|co|sa|sas|sarl|sprl|srl|bvba|ltd|limited|llc|inc|spa|oy|ab|as|aps|sp z o o)\b/g

function wordsOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[.,&'’"()/-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(legalForms, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Whether a name matches a company, ignoring legal forms, accents and additional words. */
function isAlike(name: string, { name: own, legal_name }: KnownCompany): boolean {
  const given = wordsOf(name)
  return [own, legal_name ?? ''].map(wordsOf).some((known) => {
    if (given === '' || known === '') return false
    return ` ${given} `.includes(` ${known} `) || ` ${known} `.includes(` ${given} `)
  })
}
