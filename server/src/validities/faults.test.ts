import { createResource } from '@cartage/contract/resources/endpoints'
import { listUnavailabilities } from '@cartage/contract/unavailabilities/endpoints'
import { createResourceValidity } from '@cartage/contract/validities/endpoints'
import { afterAll, expect, test } from 'vitest'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { validityLoop } from './follow.jobs.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('EACH-3: a validity whose unavailability cannot be written blocks no other, and gets it once the problem is fixed', async () => {
  const { call } = await server.tenant()
  const reasons = ['DRIVER_MEDICAL_EXAM', 'DRIVER_TRAINING'] as const
  const resources: string[] = []
  for (const type of reasons) {
    const { id: resource_id } = await call(createResource, {
      body: { name: type, resource_type: 'DRIVER', driver: {} } as never,
    })
    const body = { type, start_time: '2020-01-01T00:00:00Z', end_time: '2024-03-01T00:00:00Z' }
    await call(createResourceValidity, {
      params: { resource_id },
      body: { ...body, generate_unavailability: true } as never,
    })
    resources.push(resource_id)
  }
  const made = () =>
    Promise.all(
      resources.map(
        async (resource_id) => (await call(listUnavailabilities, { params: { resource_id }, query: {} })).items.length,
      ),
    )
  const mend = await plantFault(server, 'unavailability', `new.resource_id = '${resources[0]}'`)
  const loop = validityLoop(server.ctx)
  await loop.run()
  expect(await made()).toEqual([0, 1])
  await mend()
  // A new start of the process forgets the pause.
  await validityLoop(server.ctx).run()
  expect(await made()).toEqual([1, 1])
})
