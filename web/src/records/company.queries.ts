import { listBindableCompanies } from '@cartage/contract/auth/app/clients'
import { call } from '../api/call.ts'

/** Companies for a user or API client, by part of their name. */
export async function findBindableCompanies(text: string) {
  return (await call(listBindableCompanies, { query: { q: text } })).items
}
