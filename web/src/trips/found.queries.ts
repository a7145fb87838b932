import { getCompanyRecord, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { getResourceRecord, listResourceRecords } from '@cartage/contract/resources/app/record'
import { call } from '../api/call.ts'

function beginning(text: string) {
  return { limit: 20, ...(text.trim() !== '' && { q: text.trim() }) }
}

/** Drivers and vehicles whose name or plate starts with a text. */
export async function findResources(text: string) {
  const { items } = await call(listResourceRecords, { query: beginning(text) })
  return items.map(({ resource_id: id, name }) => ({ id, name }))
}

/** Carriers whose name starts with a text. */
export async function findSubcontractors(text: string) {
  const { items } = await call(listCompanyRecords, { query: { role: 'subcontractor', ...beginning(text) } })
  return items.map(({ company_id: id, name }) => ({ id, name }))
}

/** Name of a driver or vehicle. */
export async function resourceName(resource_id: string): Promise<string> {
  return (await call(getResourceRecord, { params: { resource_id } })).resource.name
}

/** Name of a company. */
export async function companyName(company_id: string): Promise<string> {
  return (await call(getCompanyRecord, { params: { company_id } })).company.name
}
