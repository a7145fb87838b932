import { listSavedViews } from '@cartage/contract/app/saved-views'
import { countDocuments, removeDocuments } from '@cartage/contract/documents/app/list'
import { type ListedDocument, listLatestDocuments, type RecordDocument } from '@cartage/contract/documents/app/record'
import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { describe, expect, vi } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { DocumentsList } from './record.list.tsx'
import { DocumentsTab } from './record.tab.tsx'
import { documentsRoute } from './routes.ts'

const cmr: ListedDocument = {
  document_id: '0198a000-0000-7000-8000-0000000000d1',
  name: 'cmr.pdf',
  type: 'CMR',
  content_type: 'application/pdf',
  size_bytes: 48_200,
  created_at: '2026-11-22T08:00:00Z',
  review: null,
  subject_type: 'ORDER',
  subject_id: '0198a000-0000-7000-8000-0000000000e1',
  order_id: '0198a000-0000-7000-8000-0000000000e1',
  subject_name: 'ORD-1',
}

describe('the list of documents', () => {
  async function open(page: Page, address: string, items: ListedDocument[]) {
    page.server.on(listSavedViews, { items: [] })
    page.server.on(countDocuments, { by_type: {}, by_subject: {} })
    page.server.on(listLatestDocuments, { items, total: items.length })
    await page.open(documentsRoute, address)
  }

  test('shows each with its record and its size, and can be downloaded', async ({ page }) => {
    await open(page, '/documents', [cmr])
    const row = (await screen.findByText('cmr.pdf')).closest('[role=row]')!
    expect(row.textContent).toContain('ORD-1')
    expect(row.textContent).toContain('48 kB')
    expect(screen.getByRole('link', { name: 'Download cmr.pdf' }).getAttribute('href')).toBe(
      `/app/documents/${cmr.document_id}/download`,
    )
  })

  test('opens the document, and links to its record', async ({ page }) => {
    const invoice: ListedDocument = { ...cmr, subject_type: 'INVOICE', order_id: null, subject_name: 'Mill Lambert' }
    await open(page, '/documents', [invoice])
    const link = await screen.findByRole('link', { name: 'Mill Lambert' })
    expect(link.getAttribute('href')).toBe(`/invoices/${invoice.subject_id}`)
    await page.user.dblClick(screen.getByText('cmr.pdf'))
    await waitFor(() => expect(page.address).toBe(`/documents/${invoice.document_id}`))
  })

  test('redirects the former address of missing proofs to the current one', async ({ page }) => {
    await open(page, '/documents?view=missing', [])
    await waitFor(() => expect(page.address).toBe('/documents/proofs'))
  })

  test('requests the filters in its address', async ({ page }) => {
    await open(page, '/documents?q=ORD&subject=ORDER', [])
    await waitFor(() =>
      expect(page.server.requests(listLatestDocuments).at(-1)?.query).toMatchObject({
        q: 'ORD',
        subject_type: 'ORDER',
      }),
    )
  })

  test('removes the chosen ones after a confirmation', async ({ page }) => {
    await open(page, '/documents', [cmr])
    page.server.on(removeDocuments, { items: [{ id: cmr.document_id, is_done: true, message: null }] })
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
    await page.user.click(await screen.findByRole('button', { name: 'Remove…' }))
    expect(page.server.bodies(removeDocuments)).toEqual([])
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(page.server.bodies(removeDocuments)).toEqual([{ ids: [cmr.document_id] }]))
  })

  test('offers no removal to a person who may only read', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page, '/documents', [cmr])
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
    expect(await screen.findByRole('button', { name: 'Download as ZIP' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Remove…' })).toBeNull()
  })
})

describe('the documents of a record', () => {
  const labels = { CMR: msg`CMR`, OTHER: msg`Other` }
  const file = (name: string) => new File(['x'], name, { type: 'application/pdf' })

  async function show(page: Page, items: RecordDocument[], isEditable = true) {
    const actions = {
      onAdd: vi.fn<(file: File, type: string) => Promise<unknown>>(async () => {}),
      onRemove: vi.fn<(id: string) => Promise<unknown>>(async () => {}),
    }
    function Tab() {
      const query = useQuery({ queryKey: ['documents', 'record'], queryFn: async () => ({ items }) })
      return (
        <DocumentsTab
          query={query}
          types={['CMR', 'OTHER']}
          labels={labels}
          isEditable={isEditable}
          empty="Drop some."
          {...actions}
        />
      )
    }
    const { container } = await page.show(<Tab />)
    return { ...actions, input: container.querySelector<HTMLInputElement>('input[type=file]') }
  }

  test('are added with the chosen type, one after the other', async ({ page }) => {
    const { onAdd, input } = await show(page, [])
    expect(await screen.findByText('Drop some.')).toBeDefined()
    await page.user.click(screen.getByRole('combobox', { name: 'Document type' }))
    await page.user.click(await screen.findByRole('option', { name: 'CMR' }))
    await page.user.upload(input!, [file('a.pdf'), file('b.pdf')])
    expect(await screen.findByText('2 files added')).toBeDefined()
    expect(onAdd.mock.calls.map(([{ name }, type]) => [name, type])).toEqual([
      ['a.pdf', 'CMR'],
      ['b.pdf', 'CMR'],
    ])
  })

  test('that failed are listed with the reason, and the others are added', async ({ page }) => {
    const { onAdd, input } = await show(page, [])
    onAdd.mockRejectedValueOnce(new Error('It is empty.'))
    await page.user.upload(input!, [file('a.pdf'), file('b.pdf')])
    expect(await screen.findAllByText('It is empty.')).not.toEqual([])
    expect(await screen.findAllByText('a.pdf')).not.toEqual([])
    expect(onAdd).toHaveBeenCalledTimes(2)
  })

  test('are removed after a confirmation, and Back keeps them', async ({ page }) => {
    const { onRemove } = await show(page, [cmr])
    await page.user.click(await screen.findByRole('button', { name: 'Remove cmr.pdf' }))
    await page.user.click(await screen.findByRole('button', { name: 'Back' }))
    await page.user.click(screen.getByRole('button', { name: 'Remove cmr.pdf' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove cmr.pdf?' })
    await page.user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('cmr.pdf removed')).toBeDefined()
    expect(onRemove.mock.calls).toEqual([[cmr.document_id]])
  })

  test('can only be downloaded by a person who may only read', async ({ page }) => {
    const { input } = await show(page, [cmr], false)
    expect(await screen.findByRole('link', { name: 'Download cmr.pdf' })).toBeDefined()
    expect(input).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('that could not be loaded show the reason', async ({ page }) => {
    function List() {
      const query = useQuery({
        queryKey: ['documents', 'failing'],
        queryFn: async (): Promise<{ items: RecordDocument[] }> => {
          throw new Error('No connection.')
        },
      })
      return <DocumentsList query={query} labels={labels} empty="None." />
    }
    await page.show(<List />)
    expect((await screen.findByRole('alert')).textContent).toContain('No connection.')
  })
})
