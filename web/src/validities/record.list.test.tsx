import { CallError } from '@cartage/contract/client'
import { endpoint } from '@cartage/contract/endpoint'
import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import { faultOf, type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { ValiditiesList } from './record.list.tsx'
import type { ShownValidity, ValidityBody } from './validity.dialog.tsx'

const adr: ShownValidity = {
  id: '1',
  type: 'ADR',
  start_time: '2026-01-01T23:00:00Z',
  end_time: null,
  legal_end_time: '2027-06-30T22:00:00Z',
  generate_unavailability: false,
  external_id: 'hr-1',
  description: 'Antwerp',
}
const card: ShownValidity = { ...adr, id: '2', type: 'CARD', legal_end_time: '2027-01-31T23:00:00Z', description: null }

const anyEndpoint = endpoint({
  id: 'any',
  method: 'POST',
  path: '/any',
  tag: 'tests',
  summary: 'Any',
  auth: 'none',
  limit: 'none',
  since: '0.1.0',
})

async function show(page: Page, items: ShownValidity[], isEditable = true) {
  const actions = {
    onAdd: vi.fn<(body: ValidityBody) => Promise<unknown>>(async () => {}),
    onChange: vi.fn<(id: string, body: ValidityBody) => Promise<unknown>>(async () => {}),
    onRemove: vi.fn<(id: string) => Promise<unknown>>(async () => {}),
  }
  function List() {
    const query = useQuery({ queryKey: ['validities'], queryFn: async () => ({ items }) })
    return (
      <ValiditiesList
        query={query}
        types={['ADR', 'CARD']}
        labels={{ ADR: msg`ADR certificate`, CARD: msg`Driver card` }}
        isEditable={isEditable}
        {...actions}
      />
    )
  }
  await page.show(<List />)
  return actions
}

async function save(page: Page) {
  await page.user.click(screen.getByRole('button', { name: /^(Add|Save)$/ }))
}

test('certificates are listed by their end, each with its label and remark', async ({ page }) => {
  await show(page, [adr, card])
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => /ADR certificate|Driver card/.exec(textContent)?.[0])).toEqual([
    'Driver card',
    'ADR certificate',
  ])
  expect(lines[1]!.textContent).toContain('Antwerp')
})

test('without any the list explains their purpose, and a person who may only read is offered nothing', async ({
  page,
}) => {
  await show(page, [], false)
  expect(await screen.findByText('No certificates')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add certificate' })).toBeNull()
})

test('one is added: type and first day are required, the days are in the default time zone', async ({ page }) => {
  const { onAdd } = await show(page, [])
  await page.user.click(await screen.findByRole('button', { name: 'Add certificate' }))
  await save(page)
  expect(await screen.findByText('Choose a type.')).toBeDefined()
  await page.user.click(screen.getByRole('combobox', { name: 'Type' }))
  await page.user.click(await screen.findByRole('option', { name: 'Driver card' }))
  await page.user.clear(screen.getByLabelText('Valid from'))
  await save(page)
  expect(faultOf(screen.getByLabelText('Valid from'))).toBe('Enter a start date.')
  await page.user.type(screen.getByLabelText('Valid from'), '1-12-2026')
  await page.user.type(screen.getByLabelText('Legal expiry'), '31-11-2027')
  await save(page)
  expect(faultOf(screen.getByLabelText('Legal expiry'))).toContain('Date not recognised.')
  await page.user.clear(screen.getByLabelText('Legal expiry'))
  await page.user.type(screen.getByLabelText('Legal expiry'), '1-12-2027')
  await page.user.click(screen.getByText('Block planning after expiry'))
  await save(page)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onAdd.mock.calls).toEqual([
    [
      {
        type: 'CARD',
        start_time: '2026-11-30T23:00:00Z',
        end_time: null,
        legal_end_time: '2027-11-30T23:00:00Z',
        description: null,
        generate_unavailability: true,
        external_id: null,
      },
    ],
  ])
})

test('one is edited with Control and Enter, and keeps the external ID and unchanged times', async ({ page }) => {
  const { onChange } = await show(page, [{ ...adr, end_time: '2027-05-31T10:00:00Z' }])
  await page.user.click(await screen.findByRole('button', { name: 'Edit' }))
  await page.user.clear(screen.getByLabelText('Note'))
  await page.user.type(screen.getByLabelText('Note'), 'Ghent{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  expect(onChange.mock.calls[0]).toMatchObject([
    '1',
    { type: 'ADR', end_time: '2027-05-31T10:00:00Z', description: 'Ghent', external_id: 'hr-1' },
  ])
})

test('the rejection of the server is shown at its field, and the dialog stays open', async ({ page }) => {
  const { onChange } = await show(page, [adr])
  const errors = [{ field: 'end_time', path: 'end_time', message: 'Is before the start.', detail: null }]
  const body = { error: '', message: 'Invalid.', code: 'validation_failed', request_id: 'r', errors }
  onChange.mockRejectedValue(new CallError(anyEndpoint, 422, body, new Headers()))
  await page.user.click(await screen.findByRole('button', { name: 'Edit' }))
  await save(page)
  const dialog = screen.getByRole('dialog', { name: 'Edit certificate' })
  await waitFor(() => expect(faultOf(within(dialog).getByLabelText('Plan until'))).toBe('Is before the start.'))
})

test('a rejection of something without a field is a notification', async ({ page }) => {
  const { onChange } = await show(page, [adr])
  const errors = [{ field: 'external_id', path: 'external_id', message: 'Is taken.', detail: null }]
  const body = { error: '', message: 'The ID is taken.', code: 'validation_failed', request_id: 'r', errors }
  onChange.mockRejectedValue(new CallError(anyEndpoint, 409, body, new Headers()))
  await page.user.click(await screen.findByRole('button', { name: 'Edit' }))
  await save(page)
  expect(await screen.findAllByText('The ID is taken.')).not.toHaveLength(0)
})

test('one is removed at once, and Undo adds it again', async ({ page }) => {
  const { onRemove, onAdd } = await show(page, [adr])
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('ADR certificate removed')).toBeDefined()
  expect(onRemove.mock.calls).toEqual([['1']])
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  const { id: _, ...body } = adr
  expect(onAdd.mock.calls).toEqual([[body]])
})
