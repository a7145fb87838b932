import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { day, memoryPhone, open, stop, trip, worldOf } from '../../testing/driver-phone.tsx'
import { SendFailure } from './sender.ts'
import type { DriverServer } from './server.ts'

afterEach(cleanup)

test('DOOR-4: a phone that stays in the truck sends the acts of each driver under the driver’s own link, and shows no one the day of another', async () => {
  const ann = worldOf()
  const bob = worldOf()
  bob.world.day = { ...day, driver_id: 'bob', driver_name: 'Bob', trips: [] }
  const connect = (token: string) => (token === 'of-bob' ? bob : ann).connect(token)
  const { model, phone } = await open({ connect }, memoryPhone(), { token: 'of-ann' })
  ann.world.isReached = false
  await model.act({ kind: 'ARRIVE', stop_id: 's1' })
  await model.sync()
  cleanup()

  bob.world.isReached = false
  const { model: shared } = await open({ connect }, phone, { token: 'of-bob' })
  expect(shared.snapshot().day).toBeUndefined()
  expect(shared.snapshot().shown).toMatchObject({ waiting: 0, ofOthers: [{ driver_name: 'Ann', waiting: 1 }] })
  expect(screen.getByText('Still to send from Ann: 1')).toBeDefined()
  bob.world.isReached = true
  await shared.sync()
  await waitFor(() => expect(screen.getByText('Bob')).toBeDefined())
  expect(phone.acts.size).toBe(1)
  ann.world.isReached = true
  await shared.sync()
  await waitFor(() => expect(phone.acts.size).toBe(0))
  expect([ann.world.taken, bob.world.taken]).toEqual([['ARRIVE'], []])
})

test('DOOR-4: acts waiting under a link that is over are sent through the next link of the same driver', async () => {
  const given = worldOf()
  const over = {
    connect: (token: string): DriverServer =>
      token === 'first'
        ? { ...given.connect(token), report: () => Promise.reject(new SendFailure('LINK')) }
        : given.connect(token),
  }
  const { model, phone } = await open(over, memoryPhone(), { token: 'first' })
  await model.act({ kind: 'ARRIVE', stop_id: 's1' })
  await model.sync()
  cleanup()
  await open(over, phone, { token: 'second' })
  await waitFor(() => expect(given.world.taken).toEqual(['ARRIVE']))
})

test('DOOR-5: a server that requests a pause is not reported as a lack of signal, and is asked again after it', async () => {
  const given = worldOf()
  let isBusy = true
  const connect = (token: string): DriverServer => ({
    ...given.connect(token),
    day: () => (isBusy ? Promise.reject(new SendFailure('BUSY', '429', 4)) : given.connect(token).day()),
  })
  const waits: { work: () => void; milliseconds: number }[] = []
  await open({ connect }, memoryPhone(), { later: (work, milliseconds) => waits.push({ work, milliseconds }) })
  expect(await screen.findByText('Server is busy')).toBeDefined()
  expect(screen.queryByText('No signal')).toBeNull()
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([4_000])
  isBusy = false
  waits[0]!.work()
  expect(await screen.findByText('Online')).toBeDefined()
})

test('DOOR-1: an arrival reaches the office while a photograph is still being sent', async () => {
  const given = worldOf()
  const connect = (token: string): DriverServer => ({
    ...given.connect(token),
    // An upload that never ends.
    upload: () => new Promise(() => {}),
  })
  const { model } = await open({ connect })
  await model.act({ kind: 'PHOTO', stop_id: 's1', document_type: 'OTHER' }, new Blob(['x']))
  await model.act({ kind: 'ARRIVE', stop_id: 's1' })
  await waitFor(() => expect(given.world.taken).toEqual(['ARRIVE']))
  expect(model.snapshot()).toMatchObject({ connection: 'ONLINE', shown: { waiting: 1 } })
})

test('DOOR-11: three orders at one dock are one visit, reported in at most eight touches', async () => {
  const given = worldOf()
  const pickups = ['a', 'b', 'c'].map((id) => ({
    ...{ ...stop, kind: 'PICKUP', stop_id: id, visit_id: 'dock', order_number: `O-${id}` },
    dangerous_goods: id === 'b' ? ['UN 1263 PAINT, 3, PG II, (D/E)'] : [],
  }))
  given.world.day = { ...day, trips: [{ ...trip, stops: [...pickups, { ...stop, stop_id: 'z', visit_id: 'z' }] }] }
  const { user } = await open(given)
  let touches = 0
  const touch = async (name: string | RegExp) => {
    touches += 1
    await user.click(await screen.findByRole('button', { name }))
  }
  await touch(/Orders: 3/)
  expect(screen.getByText('Requested 08:00 – 10:00')).toBeDefined()
  expect(screen.getByText('UN 1263 PAINT, 3, PG II, (D/E)')).toBeDefined()
  expect(screen.getAllByText('PO 4711')).toHaveLength(3)
  for (const name of ['Arrived', 'Loading done', 'Leave']) {
    await touch(name)
    await touch('Confirm')
  }
  expect(touches).toBeLessThanOrEqual(8)
  await waitFor(() => expect(given.world.taken).toHaveLength(9))
  expect(given.world.taken).toEqual([...Array(3).fill('ARRIVE'), ...Array(3).fill('DONE'), ...Array(3).fill('LEAVE')])
  expect(screen.getAllByText('Sent')).toHaveLength(3)
  await touch('Next: Depot')
  expect(screen.getByRole('button', { name: 'Arrived' })).toBeDefined()
})

test('DOOR-12: a deviation includes the kind, the quantity and the order', async () => {
  const given = worldOf()
  const stops = ['a', 'b'].map((id) => ({ ...stop, stop_id: id, visit_id: 'dock', order_number: `O-${id}` }))
  given.world.day = { ...day, trips: [{ ...trip, stops: stops.map((one) => ({ ...one, status: 'AT_STOP' })) }] }
  const { user, phone } = await open(given)
  await user.click(await screen.findByRole('button', { name: /Orders: 2/ }))
  await user.click(screen.getByRole('button', { name: 'Deviation' }))
  await user.click(screen.getByRole('radio', { name: 'O-b' }))
  await user.click(screen.getByRole('radio', { name: 'Missing' }))
  await user.type(screen.getByRole('textbox', { name: 'How many pieces?' }), '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(given.world.taken).toEqual(['DEVIATION']))
  expect([...phone.acts.values()].map(({ act }) => act)).toMatchObject([
    { stop_id: 'b', kind: 'DEVIATION', reason: 'MISSING', quantity: 2, text: '' },
  ])
})

test('DOOR-13: changes by the office are marked as new until the driver confirms them', async () => {
  const given = worldOf()
  const { user, model } = await open(given)
  await screen.findByRole('button', { name: /Depot/ })
  expect(screen.queryByText('New')).toBeNull()
  given.world.day = { ...day, trips: [{ ...trip, vehicles: ['1-BBB-222'] }] }
  await model.sync()
  expect(await screen.findByText('New')).toBeDefined()
  await model.sync()
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByText('New')).toBeNull())
  await model.sync()
  expect(screen.queryByText('New')).toBeNull()
})
