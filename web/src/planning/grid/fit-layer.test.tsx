import { judgeCombinations } from '@cartage/contract/planning/app/candidates'
import * as planning from '@cartage/contract/planning/app/commands'
import { beforeEach, expect } from 'vitest'
import { address, lay, openBoard, pull } from '../../testing/board.ts'
import { fireEvent, screen, test, waitFor } from '../../testing/page.tsx'
import '../../testing/sized.ts'
import { currentCommands } from '../../shell/commands.ts'
import { answerOf, tripOf } from '../../testing/plan.ts'
import { id } from '../../testing/sample.ts'
import { poolFold } from '../pool-fold.ts'

beforeEach(() => poolFold.choose('open'))

const slot = { starts_at: '2026-03-03T13:00:00Z', ends_at: '2026-03-03T17:00:00Z' }
const fits = { verdict: 'OK' as const, message: null, ...slot }
const card = () => screen.findByRole('button', { name: /O-32/ })
/** Runs the command of a key, as the frame does. */
const press = (key: string) =>
  currentCommands()
    .findLast(({ keys }) => keys === key)!
    .run()
const colours = () => [...document.querySelectorAll<HTMLElement>('.board-fit')].map(({ dataset }) => dataset.fit)

test('FIT-14: when a drag begins, the rows in sight are judged in one request, and each has a colour and a sign', async ({
  page,
}) => {
  await openBoard(page)
  page.server.on(judgeCombinations, { items: [fits, { ...fits, verdict: 'HARD', message: 'Ann is ill.' }] })
  page.server.on(planning.givePlanningCommand, answerOf([tripOf(5, '13:00', '15:00')]))
  const order = await card()
  lay()
  fireEvent.pointerDown(order, { clientX: 10, clientY: 10, button: 0 })
  for (const x of [500, 510, 520]) fireEvent.pointerMove(window, { clientX: x, clientY: 100 })
  await waitFor(() => expect(colours()).toEqual(['OK', 'HARD']))
  expect(screen.getByText('Rows that fit: 1. With warnings: 0. Not possible: 1.')).toBeDefined()
  expect([...document.querySelectorAll('.board-fit-sign path')].map((path) => path.getAttribute('d')?.length)).toEqual([
    expect.any(Number),
    expect.any(Number),
  ])
  // Where it cannot be there is no place for it.
  expect(document.querySelectorAll('.board-slot')).toHaveLength(1)
  expect(page.server.bodies(judgeCombinations)).toEqual([
    {
      command: { kind: 'PLAN', order_ids: [id(32)] },
      combinations: [{ resource_ids: [id(11), id(21)] }, { resource_ids: [id(12)] }],
      from: expect.any(String),
    },
  ])
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(colours()).toEqual([]))
})

test('FIT-14: an order that is dropped where it fits begins when it fits, with the resources that were judged', async ({
  page,
}) => {
  await openBoard(page)
  page.server.on(judgeCombinations, { items: [fits, fits] })
  page.server.on(planning.givePlanningCommand, answerOf([tripOf(5, '13:00', '17:00')]))
  const order = await card()
  lay()
  fireEvent.pointerDown(order, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerMove(window, { clientX: 500, clientY: 150 })
  await waitFor(() => expect(document.querySelectorAll('.board-slot')).toHaveLength(2))
  const place = document.querySelectorAll<HTMLElement>('.board-slot')[1]!
  const x = Number.parseFloat(place.style.left) + Number.parseFloat(place.style.width) / 2
  pull(order, { x, y: 150 })
  await screen.findByText('Planned')
  expect(page.server.bodies(planning.givePlanningCommand).at(-1)).toMatchObject({
    new_trip: { resource_ids: [id(12)] },
    starts_at: slot.starts_at,
  })
})

test('FIT-14: a dragged trip is judged on the other rows, and dropped near the start that fits it begins then', async ({
  page,
}) => {
  await openBoard(page)
  page.server.on(judgeCombinations, { items: [fits] })
  page.server.on(planning.givePlanningCommand, answerOf([tripOf(1, '13:00', '17:00')]))
  const bar = await screen.findByRole('button', { name: /^T-1,/ })
  lay()
  fireEvent.pointerDown(bar, { clientX: 400, clientY: 10, button: 0 })
  fireEvent.pointerMove(window, { clientX: 500, clientY: 150 })
  await waitFor(() => expect(document.querySelectorAll('.board-slot')).toHaveLength(1))
  const trip = { kind: 'PLACE', trip_id: id(1) }
  expect(page.server.bodies(judgeCombinations)).toEqual([
    { command: trip, combinations: [{ resource_ids: [id(12)] }], from: expect.any(String) },
  ])
  const place = document.querySelector<HTMLElement>('.board-slot')!
  // The slot is four hours wide and begins five hours after the trip, which is dropped a little later.
  const hour = Number.parseFloat(place.style.width) / 4
  fireEvent.pointerUp(window, { clientX: 400 + 5 * hour + 4, clientY: 150 })
  await screen.findByText('Trip moved')
  expect(page.server.bodies(planning.givePlanningCommand).at(-1)).toMatchObject({
    ...trip,
    resource_ids: [id(12)],
    starts_at: slot.starts_at,
  })
})

test('the list of unplanned orders is folded by its button or a key, stays so on the device, and opens to be reached', async ({
  page,
}) => {
  await openBoard(page, {}, address)
  await card()
  await page.user.click(screen.getByRole('button', { name: 'Hide unplanned orders' }))
  expect(screen.queryByRole('button', { name: /O-32/ })).toBeNull()
  expect(screen.getByRole('region', { name: 'Unplanned orders' }).textContent).toContain('1')
  expect(window.localStorage.getItem('cartage.pool')).toBe('folded')
  press(']')
  await card()
  press(']')
  await waitFor(() => expect(screen.queryByRole('button', { name: /O-32/ })).toBeNull())
  press('o')
  await waitFor(async () => expect(document.activeElement).toBe(await card()))
})
