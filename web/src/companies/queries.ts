import { type CarrierTerms, getCarrierTerms, putCarrierTerms } from '@cartage/contract/companies/app/carrier-terms'
import { changeCompanies, countCompanyRecords } from '@cartage/contract/companies/app/list'
import * as contract from '@cartage/contract/companies/app/record'
import type { Request } from '@cartage/contract/endpoint'
import { listOrders } from '@cartage/contract/orders/app/list'
import { addCompanyDocument, removeCompanyDocument } from '@cartage/contract/validities/app/documents'
import {
  addValidityToCompany,
  changeValidityOfCompany,
  listValiditiesOfCompany,
  removeValidityOfCompany,
} from '@cartage/contract/validities/app/validities'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { CompaniesSearch } from './address.ts'

type Query = NonNullable<Request<typeof contract.listCompanyRecords>['query']>

/** API filters of the list. */
export function filtersOf({ peek: _peek, sort: _sort, archived, expiring, ...texts }: CompaniesSearch): Partial<Query> {
  const filters = { ...texts, archived: archived && 'true', expiring: expiring && 'true' }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Partial<Query>
}

/** One page of the list. */
export function loadCompanies(search: CompaniesSearch) {
  return async (offset: number, limit: number) =>
    call(contract.listCompanyRecords, { query: { ...filtersOf(search), sort: search.sort ?? 'name', offset, limit } })
}

/** Company counts of each role and state under the other filters. */
export function companyCountsQuery(search: CompaniesSearch) {
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['companies', 'counts', filters],
    queryFn: () => call(countCompanyRecords, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

const ofCompany = <Data>(what: string, companyId: string, queryFn: () => Promise<Data>) =>
  queryOptions({ queryKey: ['companies', what, companyId], queryFn })

/** One company with its related records. */
export function companyQuery(companyId: string) {
  return ofCompany('record', companyId, () => call(contract.getCompanyRecord, { params: { company_id: companyId } }))
}

/** Certificates, licences and insurances of a company. */
export function companyValiditiesQuery(companyId: string) {
  return ofCompany('validities', companyId, () => call(listValiditiesOfCompany, { params: { company_id: companyId } }))
}

/** Documents of a company. */
export function companyDocumentsQuery(companyId: string) {
  return ofCompany('documents', companyId, () =>
    call(contract.listDocumentsOfCompany, { params: { company_id: companyId } }),
  )
}

/** Transport terms stated by a carrier. */
export function carrierTermsQuery(companyId: string) {
  return ofCompany('terms', companyId, () => call(getCarrierTerms, { params: { company_id: companyId } }))
}

/** Replaces the transport terms of a carrier. */
export function putTerms(companyId: string, body: CarrierTerms) {
  return call(putCarrierTerms, { params: { company_id: companyId }, body })
}

/** History of a company. */
export function companyHistoryQuery(companyId: string) {
  return ofCompany('history', companyId, () => call(contract.listCompanyHistory, { params: { company_id: companyId } }))
}

/** Changed members of a company. */
export type CompanyPatch = NonNullable<Request<typeof contract.changeCompanyRecord>['body']>

/** Changes some members of a company. */
export function patchCompany(companyId: string, body: CompanyPatch) {
  return call(contract.changeCompanyRecord, { params: { company_id: companyId }, body })
}

/** Confirms a bank account of a company, so that it may be paid. */
export function confirmAccount(companyId: string, account: string) {
  return call(contract.confirmCompanyAccount, { params: { company_id: companyId }, body: { account } })
}

/** Creates a company. */
export function createCompany(body: NonNullable<Request<typeof contract.createCompanyRecord>['body']>) {
  return call(contract.createCompanyRecord, { body })
}

/** Bulk actions on companies. */
export type CompaniesAction = NonNullable<Request<typeof changeCompanies>['body']>['action']

/** Runs one action on many companies. */
export function runOnCompanies(action: CompaniesAction, ids: string[]) {
  return call(changeCompanies, { body: { action, ids } })
}

type ValidityFields = Request<typeof addValidityToCompany>['body']

/** Adds a certificate, licence or insurance to a company. */
export function addValidity(companyId: string, body: object) {
  return call(addValidityToCompany, { params: { company_id: companyId }, body: body as ValidityFields })
}

/** Changes a certificate, licence or insurance of a company. */
export function changeValidity(companyId: string, validityId: string, body: object) {
  const params = { company_id: companyId, validity_id: validityId }
  return call(changeValidityOfCompany, { params, body: body as ValidityFields })
}

/** Removes a certificate, licence or insurance of a company. */
export function removeValidity(companyId: string, validityId: string) {
  return call(removeValidityOfCompany, { params: { company_id: companyId, validity_id: validityId } })
}

/** Runs a command on companies, then reloads all shown company data. */
export function useCompanyChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refresh(queryClient, 'company'),
  })
}

/** Attaches a file to a company. */
export function addDocument(companyId: string, file: File, type: string) {
  const query = { document_type: type as 'OTHER' }
  return call(addCompanyDocument, { params: { company_id: companyId }, query, body: { file } })
}

/** Removes a document of a company permanently. */
export function removeDocument(companyId: string, documentId: string) {
  return call(removeCompanyDocument, { params: { company_id: companyId, document_id: documentId } })
}

/** The newest orders of a company. */
export function companyOrdersQuery(companyId: string) {
  return ofCompany('orders', companyId, () =>
    call(listOrders, { query: { company: companyId, sort: '-created', limit: 50 } }),
  )
}

/** Companies whose name begins with a text. */
export async function findCompanies(text: string) {
  const query = { limit: 20, ...(text.trim() !== '' && { q: text.trim() }) }
  const { items } = await call(contract.listCompanyRecords, { query })
  return items.map(({ company_id: id, name, city }) => ({ id, name, city }))
}
