import { randomUUID } from 'node:crypto'
import * as contract from '@cartage/contract/companies/endpoints'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { TestTenant } from '../test-tenant.ts'
import { rejection } from './orders.ts'

/** A company as a test sends it. */
export type Input = z.input<typeof contract.createCompany.body>
type PartialInput = z.input<typeof contract.patchCompany.body>

/** A customer with a name of its own. */
export function customer(members: Partial<Input> = {}): Input {
  return { name: `Company ${randomUUID()}`, currency: 'EUR', is_customer: true, ...members }
}

/** The operations on companies, as a tenant's client calls them. */
export function companiesOf(tenant: () => TestTenant) {
  return {
    create: (members?: Partial<Input>) => tenant().call(contract.createCompany, { body: customer(members) }),
    patch: (id: string, body: PartialInput) => tenant().call(contract.patchCompany, { params: { id }, body }),
    put: (id: string, body: Input) => tenant().call(contract.updateCompany, { params: { id }, body }),
    read: (id: string) => tenant().call(contract.getCompany, { params: { id } }),
    archive: (id: string) => tenant().call(contract.archiveCompany, { params: { id } }),
  }
}

/** The paths of a refusal with 422. */
export async function rejectedPaths(work: Promise<unknown>) {
  const { status, body } = await rejection(work)
  expect(status).toBe(422)
  return body.errors?.map((error) => error.path)
}
