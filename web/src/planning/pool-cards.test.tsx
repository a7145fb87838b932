import { getOrderRecord } from '@cartage/contract/orders/app/record'
import { expect } from 'vitest'
import { openBoard } from '../testing/board.ts'
import { fireEvent, screen, test, waitFor, within } from '../testing/page.tsx'
import '../testing/sized.ts'
import { unplannedOf } from '../testing/plan.ts'
import { id } from '../testing/sample.ts'

test('cards are opened by Enter, Space and a double click, and selected by X, in a range with Shift, and all with Control and A', async ({
  page,
}) => {
  await openBoard(page, { unplanned: [32, 33, 34, 35].map((one) => unplannedOf(one)) })
  page.server.reject(getOrderRecord, { status: 404, code: 'not_found' })
  const pool = within(screen.getByRole('region', { name: 'Unplanned orders' }))
  const card = (number: string) => pool.getByRole('button', { name: new RegExp(`${number} ·`) })
  const chosen = () => pool.queryAllByRole('button', { pressed: true }).map(({ dataset }) => dataset.order)
  for (const open of [
    () => fireEvent.keyDown(card('O-33'), { key: 'Enter' }),
    () => fireEvent.keyDown(card('O-33'), { key: ' ' }),
    () => fireEvent.doubleClick(card('O-33')),
  ]) {
    open()
    await screen.findByRole('complementary', { name: 'Order' })
    fireEvent.keyDown(window, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Order' })).toBeNull())
  }
  expect(chosen()).toEqual([])
  fireEvent.keyDown(card('O-34'), { key: 'x' })
  await waitFor(() => expect(chosen()).toEqual([id(34)]))
  fireEvent.click(card('O-32'), { shiftKey: true })
  await waitFor(() => expect(chosen()).toEqual([id(32), id(33), id(34)]))
  fireEvent.keyDown(card('O-32'), { key: 'a', ctrlKey: true })
  await waitFor(() => expect(chosen()).toEqual([id(32), id(33), id(34), id(35)]))
})
