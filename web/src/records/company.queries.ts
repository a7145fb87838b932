import { listBindableCompanies } from '@cartage/contract/auth/app/clients'
import { call } from '../api/call.ts'

/** Companies that a user or a program may belong to, by part of their name. */
export async function findBindableCompanies(text: string) {
  return (await call(listBindableCompanies, { query: { q: text } })).items
}
