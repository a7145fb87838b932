import * as contract from '@cartage/contract/companies/app/record'
import { call } from '../api/call.ts'
import { type SameRecord, sameMembers } from '../lists/same-records.tsx'

/** Active companies with the name or a code of the entered one. */
export async function findSameCompanies(entered: {
  name: string
  code: string | null
  accounting_code: string | null
}): Promise<SameRecord[]> {
  const texts = new Set(Object.values(entered).filter((text) => text !== null && text !== ''))
  const lists = await Promise.all(
    [...texts].map((q) => call(contract.listCompanyRecords, { query: { q: q!.slice(0, 100), limit: 50 } })),
  )
  const companies = new Map(lists.flatMap(({ items }) => items).map((one) => [one.company_id, one]))
  return [...companies.values()].flatMap((one) =>
    sameMembers(entered, one).map((member) => ({ id: one.company_id, name: one.name, member })),
  )
}
