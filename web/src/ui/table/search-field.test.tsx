import { act } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, vi } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { DataTable } from './data-table.tsx'
import { useCursor } from './row-keys.ts'
import type { Windows } from './row-windows.ts'
import { SearchField } from './search-field.tsx'

const plates = ['1-AAA-111', '1-BBB-222', '1-CCC-333']
const columns = [{ id: 'plate', title: 'Plate', width: 200, cell: (plate: string) => plate }]

function windowsOf(rows: readonly string[], isAnswered: boolean): Windows<string> {
  const loaded = { show: () => {}, retry: () => {}, error: null, updatedAt: Date.now(), isStale: false }
  const firstRows = (most: number) => Promise.resolve(rows.slice(0, most))
  return { ...loaded, total: rows.length, rowAt: (index) => rows[index], firstRows, isAnswered }
}

describe('the search of a list', () => {
  test('passes on the text when typing pauses, and clears at once', async ({ page }) => {
    const onChange = vi.fn<(text: string) => void>()
    await page.show(<SearchField value="" placeholder="Plate…" onChange={onChange} />)
    await page.user.type(screen.getByRole('searchbox', { name: 'Plate…' }), '1-ABC')
    await waitFor(() => expect(onChange.mock.calls).toEqual([['1-ABC']]))
    await page.user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onChange).toHaveBeenLastCalledWith('')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  test('SEARCH-9: Enter waits for the response to the typed text: it opens the only row, of several it moves to the first', async ({
    page,
  }) => {
    const onOpen = vi.fn<(plate: string) => void>()
    let answer: (text: string) => void = () => undefined
    function List() {
      const [asked, setAsked] = useState('')
      const [answered, setAnswered] = useState('')
      answer = setAnswered
      const rows = plates.filter((plate) => plate.includes(answered))
      return (
        <>
          <SearchField value={asked} placeholder="Plate…" onChange={setAsked} />
          <DataTable
            label="Trucks"
            columns={columns}
            windows={windowsOf(rows, asked === answered)}
            keyOf={(plate) => plate}
            cursor={useCursor()}
            failure={undefined}
            empty={<p>No trucks yet</p>}
            onOpen={onOpen}
          />
        </>
      )
    }
    await page.show(<List />)
    const field = screen.getByRole('searchbox')
    await page.user.type(field, 'BBB{Enter}')
    expect(onOpen).not.toHaveBeenCalled()
    act(() => answer('BBB'))
    await waitFor(() => expect(onOpen.mock.calls).toEqual([[plates[1]]]))
    // Further typing is another search.
    await page.user.clear(field)
    await page.user.type(field, 'CCC{Enter}')
    await page.user.type(field, '-3')
    act(() => answer('CCC'))
    await page.user.clear(field)
    await page.user.type(field, '1-{Enter}')
    act(() => answer('1-'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')))
    await page.user.keyboard('{Enter}')
    expect(onOpen.mock.calls).toEqual([[plates[1]], [plates[0]]])
  })

  test('keeps the typed text while the address changes to an earlier text', async ({ page }) => {
    const onChange = vi.fn<(text: string) => void>()
    let come: (text: string) => void = () => undefined
    function Search() {
      const [text, setText] = useState('')
      come = setText
      return <SearchField value={text} placeholder="Plate…" onChange={onChange} />
    }
    await page.show(<Search />)
    const field = screen.getByRole<HTMLInputElement>('searchbox')
    await page.user.type(field, '1-A')
    await waitFor(() => expect(onChange.mock.calls).toEqual([['1-A']]))
    await page.user.type(field, 'BC')
    act(() => come('1-A'))
    expect(field.value).toBe('1-ABC')
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('1-ABC'))
    act(() => come('1-ABC'))
    // A link to another search is shown.
    act(() => come('2-XYZ'))
    expect(field.value).toBe('2-XYZ')
  })

  test('is cleared by Escape, and left by a second one', async ({ page }) => {
    function Search() {
      const [text, setText] = useState('1-ABC')
      return <SearchField value={text} placeholder="Plate…" onChange={setText} />
    }
    await page.show(<Search />)
    const field = screen.getByRole<HTMLInputElement>('searchbox')
    field.focus()
    await page.user.keyboard('{Escape}')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    await page.user.keyboard('{Escape}')
    expect(document.activeElement).not.toBe(field)
  })
})
