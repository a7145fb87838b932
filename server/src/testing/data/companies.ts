import { randomUUID } from 'node:crypto'
import * as contract from '@cartage/contract/companies/endpoints'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { TestTenant } from '../test-tenant.ts'
import { rejection } from './orders.ts'

/** A company in the format of a request. */
export type Input = z.input<typeof contract.createCompany.body>
type PartialInput = z.input<typeof contract.patchCompany.body>

/** A customer with a unique name. */
export function customer(members: Partial<Input> = {}): Input {
  return { name: `Company ${randomUUID()}`, currency: 'EUR', is_customer: true, ...members }
}

/** The company operations, called by the tenant's client. */
export function companiesOf(tenant: () => TestTenant) {
  return {
    create: (members?: Partial<Input>) => tenant().call(contract.createCompany, { body: customer(members) }),
    patch: (id: string, body: PartialInput) => tenant().call(contract.patchCompany, { params: { id }, body }),
    put: (id: string, body: Input) => tenant().call(contract.updateCompany, { params: { id }, body }),
    read: (id: string) => tenant().call(contract.getCompany, { params: { id } }),
    archive: (id: string) => tenant().call(contract.archiveCompany, { params: { id } }),
  }
}

/** The error paths of a 422 rejection. */
export async function rejectedPaths(work: Promise<unknown>) {
  const { status, body } = await rejection(work)
  expect(status).toBe(422)
  return body.errors?.map((error) => error.path)
}
