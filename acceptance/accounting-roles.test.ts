import { beforeAll, describe, expect, test } from 'vitest'
import { accounting, chargesPath, documentOf, Haulier, tasksPath } from './haulier.ts'
import { hasOperator } from './operator.ts'
import type { Tenant } from './world.ts'

const roles = ['API_ORDER', 'CUSTOMER', 'API_ACCOUNTING', 'API_MASTER_DATA', 'API_TRIP'] as const
type Role = (typeof roles)[number]

const documents = [
  ['sales-invoice', 'payment'],
  ['sales-credit-note', 'refund'],
  ['purchase-invoice', 'payment'],
  ['purchase-credit-note', 'refund'],
] as const
const unknown = '6b1f6f0e-3d0c-4a57-9d3c-1f2f3a4b5c6d'
const reading: readonly Role[] = ['API_ACCOUNTING', 'API_MASTER_DATA']
const orders: readonly Role[] = ['API_ORDER', 'CUSTOMER']

type Operation = [method: string, path: string, allowed: readonly Role[], body?: object]

/** Money operations and the roles that the interface requires for each. */
const operations: readonly Operation[] = [
  ['GET', chargesPath(unknown), orders],
  ['POST', `${chargesPath(unknown)}/approval`, orders, { charges: [] }],
  ...documents.flatMap(([kind, state]): Operation[] => [
    ['GET', `${accounting}/${kind}/${unknown}`, ['API_ACCOUNTING']],
    ['PATCH', `${accounting}/${kind}/${unknown}`, ['API_ACCOUNTING'], { custom_fields: {} }],
    ['GET', `${accounting}/${kind}/${unknown}/documents`, ['API_ACCOUNTING']],
    [
      ...(['POST', `${accounting}/${kind}/${unknown}/${state}/update-status`, ['API_ACCOUNTING']] as const),
      { status: state === 'payment' ? 'PAID' : 'REFUNDED' },
    ],
  ]),
  ['POST', `${accounting}/sales-invoice/`, ['API_ACCOUNTING'], documentOf(unknown)],
  ['POST', `${accounting}/sales-credit-note/`, ['API_ACCOUNTING'], documentOf(unknown)],
  ['GET', `${accounting}/accounts`, reading],
  ['GET', `${accounting}/accounts/${unknown}`, ['API_ACCOUNTING']],
  ['GET', `${accounting}/tax-rates`, reading],
  ['GET', `${accounting}/tax-rates/${unknown}`, ['API_ACCOUNTING']],
  ['GET', `${accounting}/exchange-rate`, reading],
  ['POST', `${accounting}/exchange-rate`, reading, {}],
  ['GET', tasksPath, ['API_ACCOUNTING']],
  ['GET', `${tasksPath}/${unknown}`, ['API_ACCOUNTING']],
  ['POST', `${tasksPath}/${unknown}/update-status`, ['API_ACCOUNTING'], { status: 'COMPLETED' }],
  ['GET', '/v1/tasks/available-tasks', roles],
  ['GET', `/v1/tasks/task/${unknown}`, roles],
  ['POST', `/v1/tasks/task/${unknown}/update-status`, roles, { status: 'COMPLETED' }],
  ['GET', `/v1/company/${unknown}`, reading],
  ['PATCH', `/v1/company/${unknown}`, reading, { note: 'n' }],
  ['GET', `${accounting}/company`, reading],
]

describe.runIf(hasOperator)('roles', () => {
  const clients = new Map<Role, Tenant>()
  beforeAll(async () => {
    const haulier = await Haulier.create('roles')
    const { id } = await haulier.customer()
    for (const role of roles) clients.set(role, await haulier.as([role], role === 'CUSTOMER' ? id : undefined))
  })

  test.each(operations)(
    'AUTH-10: %s %s answers the roles that the interface names',
    async (method, path, allowed, body) => {
      const answered: Role[] = []
      for (const [role, client] of clients) {
        const { status, text } = await client.send(method, path, body === undefined ? {} : { body })
        expect(status, text).toBeLessThan(500)
        if (status !== 403) answered.push(role)
      }
      expect(answered).toEqual(roles.filter((role) => allowed.includes(role)))
    },
  )
})
