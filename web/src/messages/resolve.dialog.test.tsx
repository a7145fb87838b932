import { search } from '@cartage/contract/app/shell'
import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id } from '../testing/sample.ts'
import type { ItemAction } from './queries.ts'
import { ResolveDialog } from './resolve.dialog.tsx'

function dialog(itemKind = 'positions') {
  const onChoose = vi.fn<(action: ItemAction) => void>()
  return {
    parts: <ResolveDialog isOpen itemKind={itemKind} onClose={() => {}} onChoose={onChoose} isBusy={false} />,
    onChoose,
  }
}
const apply = () => screen.getByRole('button', { name: 'Match' })

test('an order is found by what is typed, and other kinds of records are left out', async ({ page }) => {
  const { parts, onChoose } = dialog()
  page.server.on(search, {
    items: [
      { kind: 'order', id: id(1), title: 'O-7', text: 'Shipper', status: null },
      { kind: 'resource', id: id(2), title: 'O-7 trailer', text: '', status: null },
    ],
  })
  await page.show(parts)
  expect(apply()).toHaveProperty('disabled', true)
  await page.user.type(screen.getByRole('combobox', { name: 'Record' }), 'O-7')
  await page.user.click(await screen.findByRole('option', { name: /O-7/ }))
  await page.user.click(apply())
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'resolve', entity_type: 'order', entity_id: id(1) })
})

test('a stop is chosen by its id, and only by a whole one', async ({ page }) => {
  const { parts, onChoose } = dialog()
  await page.show(parts)
  await page.user.click(screen.getByRole('combobox', { name: 'Record type' }))
  await page.user.click(await screen.findByRole('option', { name: 'Stop' }))
  const field = screen.getByRole('textbox', { name: 'Record ID' })
  await page.user.type(field, 'stop-1')
  expect(apply()).toHaveProperty('disabled', true)
  await page.user.clear(field)
  await page.user.type(field, ` ${id(3)} `)
  await page.user.click(apply())
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'resolve', entity_type: 'stop', entity_id: id(3) })
})

test('PURCH-1: a document of a supplier is applied to a company', async ({ page }) => {
  const { parts, onChoose } = dialog('e-invoicing')
  page.server.on(search, { items: [{ kind: 'company', id: id(5), title: 'De Vries', text: 'K-12', status: null }] })
  await page.show(parts)
  await page.user.type(screen.getByRole('combobox', { name: 'Record' }), 'De V')
  await page.user.click(await screen.findByRole('option', { name: /De Vries/ }))
  await page.user.click(apply())
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'resolve', entity_type: 'company', entity_id: id(5) })
})
